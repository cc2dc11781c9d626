/** What an operator can set, one record a concern; unknown keys are refused. */
@NullMarked
package io.carillon.app.settings;

import org.jspecify.annotations.NullMarked;
