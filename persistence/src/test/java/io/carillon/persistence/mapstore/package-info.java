/** Tests of mapstore. */
@NullMarked
package io.carillon.persistence.mapstore;

import org.jspecify.annotations.NullMarked;
