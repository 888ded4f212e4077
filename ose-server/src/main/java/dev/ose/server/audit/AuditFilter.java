package dev.ose.server.audit;

import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import java.time.Instant;
import java.util.List;

/** A condition on entries. */
public sealed interface AuditFilter {

    /** Matches every entry. */
    AuditFilter EVERYTHING = new All(List.of());

    /** Properties that are texts. */
    enum Field {
        ACCESS_KEY,
        ACTOR,
        ACTOR_KEY,
        ADDRESS,
        BUCKET,
        CODE,
        LOGIN,
        NODE,
        OPERATION,
        REQUEST_ID,
        SOURCE,
        SUBJECT,
        TENANT,
        USER
    }

    /** A conjunction; matches everything if it has no parts. */
    record All(List<AuditFilter> parts) implements AuditFilter {

        public All {
            parts = List.copyOf(parts);
        }
    }

    /** A disjunction. */
    record Any(List<AuditFilter> parts) implements AuditFilter {

        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** Whether a text matches a pattern, or does not. */
    record Like(Field field, Glob pattern, boolean isWanted) implements AuditFilter {}

    /** A comparison of the time of the call. */
    record Time(Relation relation, Instant moment) implements AuditFilter {}

    /** A comparison of the status that was answered. */
    record Status(Relation relation, int status) implements AuditFilter {}
}
