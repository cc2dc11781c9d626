/** One verification from beginning to end: cluster, targets, load and faults together, then what the product says of it. */
@NullMarked
package io.carillon.verify.run;

import org.jspecify.annotations.NullMarked;
