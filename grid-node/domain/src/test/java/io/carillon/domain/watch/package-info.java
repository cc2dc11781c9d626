@NullMarked
package io.carillon.domain.watch;

import org.jspecify.annotations.NullMarked;
