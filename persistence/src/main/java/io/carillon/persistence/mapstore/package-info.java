/** What stands behind the grid's maps of jobs and runs. The only package of this module that knows Hazelcast. */
@NullMarked
package io.carillon.persistence.mapstore;

import org.jspecify.annotations.NullMarked;
