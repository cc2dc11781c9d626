/** What is done to a cluster while it is verified: a plan from a seed, and what carries it out. */
@NullMarked
package io.carillon.verify.fault;

import org.jspecify.annotations.NullMarked;
