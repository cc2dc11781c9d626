/** Identities of jobs and runs, and the shard each belongs to; fixed for ever. */
@NullMarked
package io.carillon.domain.id;

import org.jspecify.annotations.NullMarked;
