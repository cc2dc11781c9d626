/** Tests of what is said when a member cannot start. */
@NullMarked
package io.carillon.app.start;

import org.jspecify.annotations.NullMarked;
