/** What tests need to call a handler. */
@NullMarked
package io.carillon.worker.handler;

import org.jspecify.annotations.NullMarked;
