/** JSON as tables. */
@NullMarked
package io.carillon.worker.json;

import org.jspecify.annotations.NullMarked;
