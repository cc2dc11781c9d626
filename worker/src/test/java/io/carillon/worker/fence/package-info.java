/** Tests of fencing in the user's database. */
@NullMarked
package io.carillon.worker.fence;

import org.jspecify.annotations.NullMarked;
