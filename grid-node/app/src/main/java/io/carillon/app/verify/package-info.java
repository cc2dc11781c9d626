/** The command {@code verify}: what it needs of the member's program. */
@NullMarked
package io.carillon.app.verify;

import org.jspecify.annotations.NullMarked;
