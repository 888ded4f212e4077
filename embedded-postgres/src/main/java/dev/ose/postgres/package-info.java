/**
 * Runs a real PostgreSQL beside a node, for evaluation, small sites and tests. Owns the directory it is given: the
 * unpacked programs, the database files, the generated superuser password, the port. A server outlives the process that
 * started it, so a start adopts a running one. Does not upgrade a directory of another major version, listens on
 * loopback only, and does not share a directory between processes.
 */
@NullMarked
package dev.ose.postgres;

import org.jspecify.annotations.NullMarked;
