@NullMarked
package io.carillon.domain.access;

import org.jspecify.annotations.NullMarked;
