/** Tests of the ledger. */
@NullMarked
package io.carillon.domain.ledger;

import org.jspecify.annotations.NullMarked;
