/**
 * Lists objects from the database, for platforms that list slowly. Owns when that is the truth and how keys become a
 * page; anything that the platform might answer differently is asked there.
 */
@NullMarked
package dev.ose.server.catalog.listing;

import org.jspecify.annotations.NullMarked;
