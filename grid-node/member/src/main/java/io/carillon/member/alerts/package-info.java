/** Alerts on their way over HTTP: body, signature, guarded call. */
@NullMarked
package io.carillon.member.alerts;

import org.jspecify.annotations.NullMarked;
