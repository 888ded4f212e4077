package dev.ose.server.ledger.log;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What some entries of the log change.
 *
 * @param open writes that began and did not end, in the order of keys
 * @param ended writes that were open before and ended, in the order of keys
 * @param dirty keys to mark, or to mark again; true if a write may still surface
 * @param steps changes of rows, to be made one step after the other: each has a key at most once
 */
public record LogChange(
        List<Intent> open, List<Intent> ended, SortedMap<ObjectAddress, Boolean> dirty, List<RowStep> steps) {

    /**
     * Changes of the rows of different keys.
     *
     * @param rows the rows to write by address
     * @param gone the rows to delete
     * @param hidden the rows that become older versions, under a delete marker with this version id
     */
    public record RowStep(
            SortedMap<ObjectAddress, ObjectFacts> rows,
            SortedSet<ObjectAddress> gone,
            SortedMap<ObjectAddress, String> hidden) {

        RowStep() {
            this(new TreeMap<>(), new TreeSet<>(), new TreeMap<>());
        }

        /** Whether the row of the key is written so that what was there becomes an older version. */
        boolean leavesVersion(ObjectAddress address) {
            @Nullable ObjectFacts facts = rows.get(address);
            return facts != null && facts.versionId() != null;
        }
    }
}
