/** What the worker knows, as tables and timelines. */
@NullMarked
package io.carillon.worker.state;

import org.jspecify.annotations.NullMarked;
