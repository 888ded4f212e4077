/**
 * Content types, tags and user metadata of objects, kept for buckets whose tenants want to find objects by them. Owns what is asked of
 * platforms, when, and how much of it is kept; refuses to be waited for: a write notes that an object changed, and that is all.
 */
@NullMarked
package dev.ose.server.label;

import org.jspecify.annotations.NullMarked;
