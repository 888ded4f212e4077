/** Repetitions of requests that make something: what is remembered of the first one. It knows no HTTP. */
@NullMarked
package dev.ose.server.admin.access.repetition;

import org.jspecify.annotations.NullMarked;
