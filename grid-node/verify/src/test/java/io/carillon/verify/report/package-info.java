@NullMarked
package io.carillon.verify.report;

import org.jspecify.annotations.NullMarked;
