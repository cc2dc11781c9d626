/** Tests of the package beside it. */
@NullMarked
package io.carillon.verify.run;

import org.jspecify.annotations.NullMarked;
