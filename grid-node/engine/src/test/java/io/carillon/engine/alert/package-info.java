/** Alerts on virtual time. */
@NullMarked
package io.carillon.engine.alert;

import org.jspecify.annotations.NullMarked;
