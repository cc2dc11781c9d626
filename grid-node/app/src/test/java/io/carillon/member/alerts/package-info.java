/** Alerts over real HTTP. */
@NullMarked
package io.carillon.member.alerts;

import org.jspecify.annotations.NullMarked;
