/** Identities, fixed for ever. */
@NullMarked
package io.carillon.domain.id;

import org.jspecify.annotations.NullMarked;
