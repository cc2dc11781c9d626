/** What a watch over the stored rows asks, and how it judges the answers: apart from all that plans and moves runs. */
@NullMarked
package io.carillon.domain.watch;

import org.jspecify.annotations.NullMarked;
