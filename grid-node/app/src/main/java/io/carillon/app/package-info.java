/** The member process: what is wired to what. */
@NullMarked
package io.carillon.app;

import org.jspecify.annotations.NullMarked;
