package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.FoldedObject;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.ledger.log.LogChange.RowStep;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Adds changes of rows to a transaction. Some of the objects are in segments: the first change of such an object takes
 * it out, without a row in between.
 */
final class RowChanges {

    private final ObjectSql sql;
    private final SortedMap<ObjectAddress, FoldedObject> folded;

    private RowChanges(ObjectSql sql, Map<ObjectAddress, FoldedObject> folded) {
        this.sql = sql;
        this.folded = new TreeMap<>(folded);
    }

    /** @param folded the objects of which there is no row; those that no step changes stay where they are */
    static void add(ObjectSql sql, List<RowStep> steps, Map<ObjectAddress, FoldedObject> folded) throws SQLException {
        RowChanges changes = new RowChanges(sql, folded);
        for (RowStep step : steps) {
            changes.add(step);
        }
    }

    private void add(RowStep step) throws SQLException {
        if (!step.rows().isEmpty()) {
            sql.writeRows(step.rows(), takeFolded(step.rows().keySet()));
        }
        if (!step.gone().isEmpty()) {
            sql.deleteRows(step.gone(), takeFolded(step.gone()));
        }
        if (!step.hidden().isEmpty()) {
            sql.hideRows(step.hidden(), takeFolded(step.hidden().keySet()));
        }
    }

    private SortedMap<ObjectAddress, FoldedObject> takeFolded(Collection<ObjectAddress> changed) {
        SortedMap<ObjectAddress, FoldedObject> taken = new TreeMap<>(folded);
        taken.keySet().retainAll(changed);
        folded.keySet().removeAll(taken.keySet());
        return taken;
    }
}
