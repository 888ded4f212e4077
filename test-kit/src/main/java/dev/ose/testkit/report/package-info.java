/**
 * What a run of {@code ./test} tells at its end. Owns reading the reports of Surefire and Failsafe; refuses to decide
 * whether the run passed, which {@code ./test} does.
 */
@NullMarked
package dev.ose.testkit.report;

import org.jspecify.annotations.NullMarked;
