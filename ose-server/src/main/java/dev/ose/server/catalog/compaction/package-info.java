/** Packs objects that have not changed for a while into sorted segments, which take a sixth of the space of rows. */
@NullMarked
package dev.ose.server.catalog.compaction;

import org.jspecify.annotations.NullMarked;
