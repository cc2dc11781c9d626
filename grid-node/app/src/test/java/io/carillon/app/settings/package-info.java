/** Every setting pinned: its name, its default, and what it refuses. */
@NullMarked
package io.carillon.app.settings;

import org.jspecify.annotations.NullMarked;
