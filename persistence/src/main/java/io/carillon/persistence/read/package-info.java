/** What owners load and what the API shows: committed rows, read by a bounded number of threads. */
@NullMarked
package io.carillon.persistence.read;

import org.jspecify.annotations.NullMarked;
