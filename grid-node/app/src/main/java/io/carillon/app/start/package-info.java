/** Starting and stopping a member: what must be so before, what is said when it cannot be. */
@NullMarked
package io.carillon.app.start;

import org.jspecify.annotations.NullMarked;
