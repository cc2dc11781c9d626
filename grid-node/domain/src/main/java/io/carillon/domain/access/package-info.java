/** Who asks, and whose jobs they may see. */
@NullMarked
package io.carillon.domain.access;

import org.jspecify.annotations.NullMarked;
