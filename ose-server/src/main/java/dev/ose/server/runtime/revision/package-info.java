/** Which state of a thing a change is meant for, so that of two administrators who edit it neither undoes the other. */
@NullMarked
package dev.ose.server.runtime.revision;

import org.jspecify.annotations.NullMarked;
