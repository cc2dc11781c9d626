/** Numbers and texts as few bytes, for what members put into maps and rings beside their jobs and runs. */
@NullMarked
package io.carillon.engine.packed;

import org.jspecify.annotations.NullMarked;
