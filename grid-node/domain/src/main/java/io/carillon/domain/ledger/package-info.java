/** The ledger: which occurrences a job has owed, counted again from its definitions, and what became of each. */
@NullMarked
package io.carillon.domain.ledger;

import org.jspecify.annotations.NullMarked;
