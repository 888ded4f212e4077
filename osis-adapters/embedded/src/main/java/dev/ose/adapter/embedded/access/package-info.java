/**
 * Whose buckets and objects are and whom their ACLs let in. Owns what ACLs say and how they are kept; refuses to ask
 * who calls, and knows neither requests nor the database.
 */
@NullMarked
package dev.ose.adapter.embedded.access;

import org.jspecify.annotations.NullMarked;
