/**
 * Migrates a node's database, empty or from any earlier release, to the schema of this release. Owns the SQL steps and
 * the check of server and database. Rejects downgrades and foreign schemas.
 */
@NullMarked
package dev.ose.migrations;

import org.jspecify.annotations.NullMarked;
