/** The client against doubles of the cluster in the same process. */
@NullMarked
package io.carillon.client;

import org.jspecify.annotations.NullMarked;
