/**
 * Lists objects from the database, for platforms that list slowly. Owns when that is accurate and how keys become a
 * page; whatever the platform might answer differently is left to the platform.
 */
@NullMarked
package dev.ose.server.catalog.listing;

import org.jspecify.annotations.NullMarked;
