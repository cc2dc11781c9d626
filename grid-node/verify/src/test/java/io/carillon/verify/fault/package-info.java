/** Tests of the package beside it. */
@NullMarked
package io.carillon.verify.fault;

import org.jspecify.annotations.NullMarked;
