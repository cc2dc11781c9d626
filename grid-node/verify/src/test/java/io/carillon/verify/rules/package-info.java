@NullMarked
package io.carillon.verify.rules;

import org.jspecify.annotations.NullMarked;
