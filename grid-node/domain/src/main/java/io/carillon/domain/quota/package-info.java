/** What an owner may have. */
@NullMarked
package io.carillon.domain.quota;

import org.jspecify.annotations.NullMarked;
