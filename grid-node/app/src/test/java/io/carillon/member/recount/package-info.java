/** Tests of the recount, over a ledger in memory. */
@NullMarked
package io.carillon.member.recount;

import org.jspecify.annotations.NullMarked;
