/** The runtime that fetches runs from a cluster and hands them to the user's code. */
@NullMarked
package io.carillon.worker;

import org.jspecify.annotations.NullMarked;
