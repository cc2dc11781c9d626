/** JSON, read strictly and written in a fixed shape. */
@NullMarked
package io.carillon.gateway.json;

import org.jspecify.annotations.NullMarked;
