/** The command of the jar that makes the first API key. */
@NullMarked
package io.carillon.app.keys;

import org.jspecify.annotations.NullMarked;
