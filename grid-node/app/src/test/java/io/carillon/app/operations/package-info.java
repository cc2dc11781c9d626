@NullMarked
package io.carillon.app.operations;

import org.jspecify.annotations.NullMarked;
