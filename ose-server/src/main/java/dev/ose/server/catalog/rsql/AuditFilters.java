package dev.ose.server.catalog.rsql;

import static dev.ose.server.catalog.rsql.RsqlReader.invalid;

import dev.ose.server.audit.AuditFilter;
import dev.ose.server.audit.AuditFilter.Field;
import dev.ose.server.catalog.search.Filter.Relation;
import java.util.List;
import java.util.Locale;

/** Parses filters of the audit log. */
public final class AuditFilters {

    private static final RsqlReader.Words<AuditFilter> WORDS = new Words();

    private AuditFilters() {}

    /** Parses a filter; an empty text matches everything. Fails with {@code Invalid}. */
    public static AuditFilter read(String text) {
        return RsqlReader.read(text, WORDS);
    }

    private static final class Words implements RsqlReader.Words<AuditFilter> {

        @Override
        public AuditFilter all(List<AuditFilter> parts) {
            return new AuditFilter.All(parts);
        }

        @Override
        public AuditFilter any(List<AuditFilter> parts) {
            return new AuditFilter.Any(parts);
        }

        @Override
        public AuditFilter compare(String property, Relation relation, String value) {
            return switch (property) {
                case "at" -> new AuditFilter.Time(relation, Operand.time(value));
                case "status" -> new AuditFilter.Status(relation, status(value));
                case "accessKey" -> like(Field.ACCESS_KEY, property, relation, value);
                case "actor" -> like(Field.ACTOR, property, relation, value);
                case "actorKey" -> like(Field.ACTOR_KEY, property, relation, value);
                case "address" -> like(Field.ADDRESS, property, relation, value);
                case "bucket" -> like(Field.BUCKET, property, relation, value);
                case "code" -> like(Field.CODE, property, relation, value);
                case "login" -> like(Field.LOGIN, property, relation, value.toUpperCase(Locale.ROOT));
                case "node" -> like(Field.NODE, property, relation, value);
                case "operation" -> like(Field.OPERATION, property, relation, value);
                case "requestId" -> like(Field.REQUEST_ID, property, relation, value);
                case "source" -> like(Field.SOURCE, property, relation, value.toUpperCase(Locale.ROOT));
                case "subject" -> like(Field.SUBJECT, property, relation, value);
                case "tenant" -> like(Field.TENANT, property, relation, value);
                case "user" -> like(Field.USER, property, relation, value);
                default ->
                    throw invalid(
                            "may compare accessKey, actor, actorKey, address, at, bucket, code, login, node, operation,"
                                    + " requestId, source, status, subject, tenant and user only");
            };
        }

        private static AuditFilter like(Field field, String property, Relation relation, String value) {
            return new AuditFilter.Like(field, Operand.glob(value), Operand.isWanted(relation, property));
        }

        private static int status(String value) {
            return (int) Math.clamp(Operand.number(value, "status"), -1L, 1_000L);
        }
    }
}
