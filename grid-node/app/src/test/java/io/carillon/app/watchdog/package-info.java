@NullMarked
package io.carillon.app.watchdog;

import org.jspecify.annotations.NullMarked;
