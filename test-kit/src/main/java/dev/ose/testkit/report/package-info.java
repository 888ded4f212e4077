/**
 * The summary of a run of {@code ./test}. Owns reading the reports of Surefire and Failsafe; refuses to decide whether
 * the run passed, which {@code ./test} does.
 */
@NullMarked
package dev.ose.testkit.report;

import org.jspecify.annotations.NullMarked;
