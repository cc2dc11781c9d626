/** Tests of the starter. */
@NullMarked
package io.carillon.spring;

import org.jspecify.annotations.NullMarked;
