/** Tests of the rules all doors share, and the doubles behind the doors. */
@NullMarked
package io.carillon.gateway.api;

import org.jspecify.annotations.NullMarked;
