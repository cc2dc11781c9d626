/** What jobs owe, by the rules of the domain over real calendars. */
@NullMarked
package io.carillon.engine.plan;

import org.jspecify.annotations.NullMarked;
