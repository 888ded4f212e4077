package dev.ose.server.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it was recorded.
 *
 * @param node that served the call
 * @param endedAt null with the outcome if that was not recorded
 */
public record RecordedEntry(
        AuditEntry entry,
        String node,
        @Nullable Instant endedAt,
        @Nullable AuditOutcome outcome) {

    /** Its facts by the names that the management API gives them, in that order; without those that are empty. */
    public Map<String, Object> facts() {
        AuditActor actor = entry.actor();
        AuditTarget target = entry.target();
        Map<String, Object> facts = new LinkedHashMap<>();
        put(facts, "id", entry.id());
        put(facts, "at", entry.id().moment());
        put(facts, "endedAt", endedAt);
        put(facts, "node", node);
        put(facts, "requestId", entry.requestId());
        put(facts, "source", entry.source());
        put(facts, "operation", entry.operation());
        put(facts, "actor", actor.name());
        put(facts, "actorKey", actor.accessKey());
        put(facts, "login", actor.login());
        put(facts, "actorTenant", actor.tenant());
        put(facts, "address", actor.address());
        put(facts, "asTenant", actor.acting().tenant());
        put(facts, "asUser", actor.acting().user());
        put(facts, "tenant", target.tenant());
        put(facts, "user", target.user());
        put(facts, "bucket", target.bucket());
        put(facts, "accessKey", target.accessKey());
        put(facts, "subject", target.subject());
        if (outcome != null) {
            facts.put("status", outcome.status());
            put(facts, "code", outcome.code());
        }
        return facts;
    }

    private static void put(Map<String, Object> facts, String name, @Nullable Object value) {
        String text = value == null ? "" : value.toString();
        if (!text.isEmpty()) {
            facts.put(name, text);
        }
    }
}
