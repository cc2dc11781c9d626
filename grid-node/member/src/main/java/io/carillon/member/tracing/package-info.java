/** Traces: what became of jobs and runs, as spans that whoever watches the callers and the targets can put beside theirs. */
@NullMarked
package io.carillon.member.tracing;

import org.jspecify.annotations.NullMarked;
