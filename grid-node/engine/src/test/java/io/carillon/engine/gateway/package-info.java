/** Tests of the gateway on hand-written doubles; time moves only when a test says so. */
@NullMarked
package io.carillon.engine.gateway;

import org.jspecify.annotations.NullMarked;
