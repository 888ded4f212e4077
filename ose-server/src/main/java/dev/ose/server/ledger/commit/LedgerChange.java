package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What one transaction changes after it locked the keys concerned.
 *
 * @param dirty keys to mark, or to mark again; true if a write may still surface after all intents are removed, so that
 *     the mark must be held for a while
 * @param ended intents to remove, present or not
 * @param rows the rows to write by address
 * @param gone the rows to delete
 * @param hidden the rows that become older versions, under a delete marker with this version id
 */
public record LedgerChange(
        SortedMap<ObjectAddress, Boolean> dirty,
        List<Intent> ended,
        SortedMap<ObjectAddress, ObjectFacts> rows,
        SortedSet<ObjectAddress> gone,
        SortedMap<ObjectAddress, String> hidden) {}
