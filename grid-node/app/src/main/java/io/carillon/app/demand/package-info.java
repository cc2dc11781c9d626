/** What each pool of workers is asked for, for whoever starts and stops workers. */
@NullMarked
package io.carillon.app.demand;

import org.jspecify.annotations.NullMarked;
