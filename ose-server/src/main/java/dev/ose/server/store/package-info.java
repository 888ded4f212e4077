/**
 * The database: the only package that speaks SQL. Owns connections, the translation of SQL states into failures, the
 * rows behind the domain's store interfaces, and the memory of what was read lately. Refuses decisions: what a row means
 * is the domain's business.
 */
@NullMarked
package dev.ose.server.store;

import org.jspecify.annotations.NullMarked;
