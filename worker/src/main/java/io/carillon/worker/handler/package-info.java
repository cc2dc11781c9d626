/** What a user implements to run jobs. */
@NullMarked
package io.carillon.worker.handler;

import org.jspecify.annotations.NullMarked;
