/** The loop that delivers alerts. */
@NullMarked
package io.carillon.engine.alert;

import org.jspecify.annotations.NullMarked;
