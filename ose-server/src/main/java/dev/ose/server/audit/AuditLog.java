package dev.ose.server.audit;

import dev.ose.server.tenant.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recorded entries. Blocks on the database. Thread-safe. */
public interface AuditLog {

    /** Entries that a question asks for, in its order. */
    List<RecordedEntry> find(Question question);

    /**
     * Which entries to find.
     *
     * @param tenant those about this tenant; null for all
     * @param after the entry behind which to begin; null from the start
     * @param limit the maximum number
     */
    record Question(
            @Nullable TenantId tenant,
            AuditFilter filter,
            Order order,
            @Nullable AuditId after,
            int limit) {

        /** The same question from there on. */
        public Question from(AuditId last) {
            return new Question(tenant, filter, order, last, limit);
        }
    }

    /** The order of entries. */
    enum Order {
        NEWEST_FIRST,
        OLDEST_FIRST
    }
}
