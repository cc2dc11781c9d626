/** What handlers say of their attempts while they are at work: progress, lines of log, checkpoints. */
@NullMarked
package io.carillon.domain.note;

import org.jspecify.annotations.NullMarked;
