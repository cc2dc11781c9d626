@NullMarked
package io.carillon.verify.check;

import org.jspecify.annotations.NullMarked;
