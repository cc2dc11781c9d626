/** Fencing tokens checked by the user's own database, in the user's own transaction. Needs nothing but {@code java.sql}. */
@NullMarked
package io.carillon.worker.fence;

import org.jspecify.annotations.NullMarked;
