/**
 * Owners and ACLs of buckets and objects. Owns the grants of ACLs and their stored form; knows neither callers nor
 * requests nor the database.
 */
@NullMarked
package dev.ose.adapter.embedded.access;

import org.jspecify.annotations.NullMarked;
