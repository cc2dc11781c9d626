/** The little the worker must know of JSON: is a text well-formed, and how is a string written. */
@NullMarked
package io.carillon.worker.json;

import org.jspecify.annotations.NullMarked;
