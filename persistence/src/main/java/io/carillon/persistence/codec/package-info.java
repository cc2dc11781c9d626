/** How a definition is stored: JSON of ours, golden, since revisions are read for ever. */
@NullMarked
package io.carillon.persistence.codec;

import org.jspecify.annotations.NullMarked;
