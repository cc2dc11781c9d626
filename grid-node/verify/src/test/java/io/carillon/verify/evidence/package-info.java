@NullMarked
package io.carillon.verify.evidence;

import org.jspecify.annotations.NullMarked;
