/** Charts for docs, drawn as SVG text: the same figures give the same bytes, on machines without fonts or a display too. */
@NullMarked
package io.carillon.benchmarks.plot;

import org.jspecify.annotations.NullMarked;
