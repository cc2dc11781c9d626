/** The workers connected to this member: their sessions, slots, heartbeats and results, without the wire. */
@NullMarked
package io.carillon.engine.gateway;

import org.jspecify.annotations.NullMarked;
