/** The doors of a member in a program of one's own: within the process, and a port if one is asked for. */
@NullMarked
package io.carillon.member.doors;

import org.jspecify.annotations.NullMarked;
