/** A Spring Boot application with Carillon in it, as users write one, and its test. */
@NullMarked
package io.carillon.spring.example;

import org.jspecify.annotations.NullMarked;
