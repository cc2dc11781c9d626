/** What the doors share: drafts of jobs and the rules they must keep, refusals, the way to owners and to history. */
@NullMarked
package io.carillon.gateway.api;

import org.jspecify.annotations.NullMarked;
