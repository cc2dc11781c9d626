/** Tests of codec. */
@NullMarked
package io.carillon.persistence.codec;

import org.jspecify.annotations.NullMarked;
