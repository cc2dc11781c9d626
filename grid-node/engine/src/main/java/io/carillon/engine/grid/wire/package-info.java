/**
 * How values and messages look on the wire: one Compact schema a type, written by hand.
 *
 * <p>A type name and its field names never change meaning. A field is added at the end with a default for readers of
 * older bytes ({@code reader.getFieldKind}); unknown fields are skipped by themselves.
 */
@NullMarked
package io.carillon.engine.grid.wire;

import org.jspecify.annotations.NullMarked;
