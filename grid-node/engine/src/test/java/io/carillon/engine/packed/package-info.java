/** What goes into few bytes comes out of them again. */
@NullMarked
package io.carillon.engine.packed;

import org.jspecify.annotations.NullMarked;
