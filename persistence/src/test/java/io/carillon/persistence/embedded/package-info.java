/** Tests of the embedded server. */
@NullMarked
package io.carillon.persistence.embedded;

import org.jspecify.annotations.NullMarked;
