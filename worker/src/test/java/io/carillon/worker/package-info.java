/** The worker as its user sees it. */
@NullMarked
package io.carillon.worker;

import org.jspecify.annotations.NullMarked;
