/** Platforms and their probes in PostgreSQL. */
@NullMarked
package dev.ose.server.platform.jdbc;

import org.jspecify.annotations.NullMarked;
