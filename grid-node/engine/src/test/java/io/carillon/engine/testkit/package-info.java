/** A world for the engine to live in: one virtual clock, a store, a grid and workers that do what a test says. */
@NullMarked
package io.carillon.engine.testkit;

import org.jspecify.annotations.NullMarked;
