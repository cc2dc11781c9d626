/** The witnesses write down what calls them, whatever it is. */
@NullMarked
package io.carillon.verify.witness;

import org.jspecify.annotations.NullMarked;
