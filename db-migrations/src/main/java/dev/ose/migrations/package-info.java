/**
 * Brings a node's database from empty, or from any earlier release, to the schema this release needs. Owns the SQL
 * steps and the check that a server and database are fit for them; refuses to go backwards and to guess at a foreign
 * schema.
 */
@NullMarked
package dev.ose.migrations;

import org.jspecify.annotations.NullMarked;
