/** What is done beside the runs, against a real database. */
@NullMarked
package io.carillon.persistence.outbox;

import org.jspecify.annotations.NullMarked;
