/** What the shard loop needs of the world: every port has a grid side and a side for tests on virtual time. */
@NullMarked
package io.carillon.engine.port;

import org.jspecify.annotations.NullMarked;
