/** What the modules may know of each other and of the world, as tests. */
@NullMarked
package io.carillon.architecture;

import org.jspecify.annotations.NullMarked;
