/**
 * A cluster in one thread: the product's own loops, keepers, gateways, tokens and clocks, around models of everything else,
 * with faults drawn from a seed and laws that are looked at after every step.
 */
@NullMarked
package io.carillon.engine.sim;

import org.jspecify.annotations.NullMarked;
