/** Tests of reading and writing JSON. */
@NullMarked
package io.carillon.gateway.json;

import org.jspecify.annotations.NullMarked;
