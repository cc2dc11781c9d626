/** Tests of the audit. */
@NullMarked
package io.carillon.app.recount;

import org.jspecify.annotations.NullMarked;
