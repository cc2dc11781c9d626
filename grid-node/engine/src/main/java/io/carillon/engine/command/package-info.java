/** What a shard's owner is asked, by API calls and by gateways, and what it answers. */
@NullMarked
package io.carillon.engine.command;

import org.jspecify.annotations.NullMarked;
