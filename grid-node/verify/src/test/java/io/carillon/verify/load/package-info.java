/** Tests of the package beside it. */
@NullMarked
package io.carillon.verify.load;

import org.jspecify.annotations.NullMarked;
