/** Findings for people and for programs: as text, as JSON, and as a page with a timeline. Pure but for {@code Reports}. */
@NullMarked
package io.carillon.verify.report;

import org.jspecify.annotations.NullMarked;
