/** Tests of the recount and the audit. */
@NullMarked
package io.carillon.app.recount;

import org.jspecify.annotations.NullMarked;
