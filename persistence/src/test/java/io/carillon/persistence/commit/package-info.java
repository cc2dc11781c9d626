/** Tests of commit. */
@NullMarked
package io.carillon.persistence.commit;

import org.jspecify.annotations.NullMarked;
