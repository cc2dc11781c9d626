/**
 * The maps in front of the database: changes of jobs pass through their map into one statement, runs are written by SQL
 * first and mirrored.
 */
@NullMarked
package io.carillon.engine.grid.store;

import org.jspecify.annotations.NullMarked;
