/** Threads for work that goes on beside requests. Refuses to know what the work is. */
@NullMarked
package dev.ose.server.runtime.jobs;

import org.jspecify.annotations.NullMarked;
