/** Tests of the schema. */
@NullMarked
package io.carillon.persistence.schema;

import org.jspecify.annotations.NullMarked;
