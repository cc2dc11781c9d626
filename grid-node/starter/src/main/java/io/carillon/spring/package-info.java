/** Carillon in a Spring Boot application: a member, handlers as methods of beans, a client, settings, health. */
@NullMarked
package io.carillon.spring;

import org.jspecify.annotations.NullMarked;
