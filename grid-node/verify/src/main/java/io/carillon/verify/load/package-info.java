/** What is asked of a cluster while it is verified: a plan from a seed, and who carries it out. */
@NullMarked
package io.carillon.verify.load;

import org.jspecify.annotations.NullMarked;
