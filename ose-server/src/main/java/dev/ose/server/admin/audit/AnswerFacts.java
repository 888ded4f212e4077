package dev.ose.server.admin.audit;

import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.BucketAdminOperation;
import dev.ose.server.admin.access.CredentialOperation;
import dev.ose.server.admin.access.JobOperation;
import dev.ose.server.admin.access.TenantOperation;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an answer states about its call: the code of a problem; and of something new the id, the name, the id of the key
 * pair and of the one that it replaces, and the kind and bucket of a job. No other member is read, so no secret reaches
 * the audit log.
 */
final class AnswerFacts {

    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    /** Answers from this status on are refusals and failures. */
    static final int REFUSED = 400;

    private AnswerFacts() {}

    static AuditOutcome of(AdminOperation operation, int status, byte[] body) {
        JsonNode answer = read(operation, status, body);
        if (status >= REFUSED) {
            return new AuditOutcome(status, answer.path("code").asString(""));
        }
        return new AuditOutcome(status, "", made(operation, answer));
    }

    private static JsonNode read(AdminOperation operation, int status, byte[] body) {
        boolean isStarted = status == ACCEPTED && operation == JobOperation.START_JOB;
        boolean isTelling = status == CREATED || isStarted || status >= REFUSED;
        try {
            return isTelling && body.length > 0
                    ? JsonMapper.shared().readTree(body)
                    : JsonMapper.shared().createObjectNode();
        } catch (JacksonException e) {
            return JsonMapper.shared().createObjectNode();
        }
    }

    private static AuditTarget made(AdminOperation operation, JsonNode answer) {
        String id = answer.path("id").asString("");
        String name = answer.path("name").asString("");
        String accessKey = answer.path("accessKey").asString("");
        return switch (operation) {
            case TenantOperation.CREATE_TENANT -> new AuditTarget(tenant(id), null, "", "", name);
            case UserOperation.CREATE_USER, UserOperation.ADOPT_USER ->
                new AuditTarget(
                        null,
                        user(id),
                        "",
                        answer.path("reservedCredential").path("accessKey").asString(""),
                        name);
            // Both: its owner knows it by its name, and it is deleted by its id.
            case AccountOperation.CREATE_TOKEN -> new AuditTarget(null, null, "", "", token(answer.path("token")));
            case JobOperation.START_JOB ->
                new AuditTarget(null, null, answer.path("bucket").asString(""), "", joined(id, answer.path("kind")));
            // The path has the former one.
            case CredentialOperation.ROTATE_CREDENTIAL ->
                new AuditTarget(
                        null,
                        null,
                        "",
                        accessKey,
                        answer.path("replaced").path("accessKey").asString(""));
            case BucketAdminOperation.CREATE_BUCKET -> new AuditTarget(null, null, name, "", "");
            case CredentialOperation.CREATE_S3_SESSION ->
                new AuditTarget(null, null, "", answer.path("accessKeyId").asString(""), "");
            default -> new AuditTarget(null, null, "", accessKey, name.isEmpty() ? id : name);
        };
    }

    private static String token(JsonNode token) {
        return joined(token.path("id").asString(""), token.path("name"));
    }

    private static String joined(String id, JsonNode word) {
        return (id + ' ' + word.asString("")).strip();
    }

    private static @Nullable TenantId tenant(String id) {
        return uuid(id).map(TenantId::new).orElse(null);
    }

    private static @Nullable UserId user(String id) {
        return uuid(id).map(UserId::new).orElse(null);
    }

    /** The id in a text; empty if it is anything else. */
    static Optional<UUID> uuid(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
