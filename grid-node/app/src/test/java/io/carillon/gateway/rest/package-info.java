/** Tests of the REST door in a real container. */
@NullMarked
package io.carillon.gateway.rest;

import org.jspecify.annotations.NullMarked;
