/**
 * Content types, tags and user metadata of objects, kept for buckets that opted in. Owns what is read from platforms,
 * when, and how much of it is kept. A write only marks its object; it never waits for this package.
 */
@NullMarked
package dev.ose.server.catalog.label;

import org.jspecify.annotations.NullMarked;
