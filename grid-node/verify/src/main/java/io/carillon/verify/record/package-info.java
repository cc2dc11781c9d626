/** Where everything that is seen goes, in the order in which it is seen. */
@NullMarked
package io.carillon.verify.record;

import org.jspecify.annotations.NullMarked;
