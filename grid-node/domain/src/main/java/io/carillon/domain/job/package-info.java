/** Jobs: what to run and when, and the commands that change them. */
@NullMarked
package io.carillon.domain.job;

import org.jspecify.annotations.NullMarked;
