/** The REST door: paths, bodies, problems. */
@NullMarked
package io.carillon.gateway.rest;

import org.jspecify.annotations.NullMarked;
