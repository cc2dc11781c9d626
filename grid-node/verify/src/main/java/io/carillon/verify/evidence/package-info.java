/**
 * What was seen: what callers asked and were told, what the target was called for, what was done to the cluster, and what the
 * product says of it afterwards. Facts only, no judgement; see {@link io.carillon.verify.evidence.Fact}.
 */
@NullMarked
package io.carillon.verify.evidence;

import org.jspecify.annotations.NullMarked;
