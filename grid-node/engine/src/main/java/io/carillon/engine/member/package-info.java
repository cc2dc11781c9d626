/** The shard loops of one member, and how they follow what the grid says this member owns. */
@NullMarked
package io.carillon.engine.member;

import org.jspecify.annotations.NullMarked;
