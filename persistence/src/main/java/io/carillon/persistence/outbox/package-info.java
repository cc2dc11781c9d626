/** What is done beside the runs: redrives of many, alerts, duties of one member for all. */
@NullMarked
package io.carillon.persistence.outbox;

import org.jspecify.annotations.NullMarked;
