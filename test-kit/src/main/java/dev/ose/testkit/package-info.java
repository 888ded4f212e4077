/**
 * Real parts and hand-written fakes that the tests of several modules share. Owns how they are started, kept apart and
 * removed; refuses assertions, which belong to the tests, and mocks.
 */
@NullMarked
package dev.ose.testkit;

import org.jspecify.annotations.NullMarked;
