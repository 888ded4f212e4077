/** Platforms and what was probed of them in PostgreSQL. */
@NullMarked
package dev.ose.server.platform.jdbc;

import org.jspecify.annotations.NullMarked;
