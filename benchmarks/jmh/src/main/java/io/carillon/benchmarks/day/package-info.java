/** A day of a hundred million runs on virtual time: the product's rules over a model of the machines that carry them out. */
@NullMarked
package io.carillon.benchmarks.day;

import org.jspecify.annotations.NullMarked;
