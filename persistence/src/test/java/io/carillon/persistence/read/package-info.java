/** Tests of read. */
@NullMarked
package io.carillon.persistence.read;

import org.jspecify.annotations.NullMarked;
