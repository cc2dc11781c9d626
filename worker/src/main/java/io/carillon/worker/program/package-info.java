/** The stock worker as a program: its settings, its start and its end. */
@NullMarked
package io.carillon.worker.program;

import org.jspecify.annotations.NullMarked;
