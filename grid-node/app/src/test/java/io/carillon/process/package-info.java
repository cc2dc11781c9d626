/** Real processes: member, worker and PostgreSQL are started, killed and started again. */
@NullMarked
package io.carillon.process;

import org.jspecify.annotations.NullMarked;
