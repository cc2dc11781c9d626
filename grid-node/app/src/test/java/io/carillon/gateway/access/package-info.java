@NullMarked
package io.carillon.gateway.access;

import org.jspecify.annotations.NullMarked;
