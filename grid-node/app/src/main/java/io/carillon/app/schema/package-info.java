/** The command that changes the schema, for whoever keeps the role that owns it apart from the members. */
@NullMarked
package io.carillon.app.schema;

import org.jspecify.annotations.NullMarked;
