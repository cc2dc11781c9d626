/** How one logical call is carried out over several members: attempts, deadlines, fail-over. Not for users. */
@NullMarked
package io.carillon.client.call;

import org.jspecify.annotations.NullMarked;
