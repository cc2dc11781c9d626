/** The schema: its migrations, and the day partitions that come and go with time. */
@NullMarked
package io.carillon.persistence.schema;

import org.jspecify.annotations.NullMarked;
