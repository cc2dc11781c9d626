/** The program: settings as tables, and the real jar in a process of its own. */
@NullMarked
package io.carillon.worker.program;

import org.jspecify.annotations.NullMarked;
