/** The rules of alerts as tables. */
@NullMarked
package io.carillon.domain.alert;

import org.jspecify.annotations.NullMarked;
