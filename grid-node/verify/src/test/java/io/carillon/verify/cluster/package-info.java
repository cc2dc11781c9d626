/** Tests of the package beside it. */
@NullMarked
package io.carillon.verify.cluster;

import org.jspecify.annotations.NullMarked;
