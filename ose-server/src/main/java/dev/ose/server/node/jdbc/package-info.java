/** The nodes' reports in PostgreSQL. */
@NullMarked
package dev.ose.server.node.jdbc;

import org.jspecify.annotations.NullMarked;
