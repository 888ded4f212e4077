package dev.ose.server.admin.audit;

import dev.ose.server.admin.access.AccountingOperation;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.BucketAdminOperation;
import dev.ose.server.admin.access.EventOperation;
import dev.ose.server.admin.access.JobOperation;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.TenantOperation;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.job.JobKind;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.UserId;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.ContentCachingRequestWrapper;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the body of a call names and its path does not, such as the name of what is to be created. A refusal may come
 * before any controller has read the body, so it is read here. No other member is read, so no secret reaches the audit
 * log.
 */
final class BodyFacts {

    /** Documents with a name are smaller. */
    static final int MAX_BYTES = 1 << 16;

    private BodyFacts() {}

    static AuditTarget of(AdminOperation operation, ContentCachingRequestWrapper request) {
        return operation.hasAuditedBody() ? named(operation, read(request)) : AuditTarget.SERVICE;
    }

    private static AuditTarget named(AdminOperation operation, JsonNode body) {
        return switch (operation) {
            case BucketAdminOperation.CREATE_BUCKET ->
                new AuditTarget(
                        null,
                        AnswerFacts.uuid(text(body, "owner")).map(UserId::new).orElse(null),
                        text(body, "name"),
                        "",
                        "");
            case EventOperation.CREATE_WEBHOOK, LinkOperation.CREATE_SHARE_LINK ->
                new AuditTarget(null, null, text(body, "bucket"), "", "");
            case BucketAdminOperation.TRANSFER_BUCKET ->
                subject(AnswerFacts.uuid(text(body, "user"))
                        .map(Object::toString)
                        .orElse(""));
            case JobOperation.START_JOB ->
                new AuditTarget(null, null, text(body, "bucket"), "", kind(value(body, "kind", JobKind.class)));
            case AccountingOperation.PUT_TENANT_RATE_PLAN -> subject(text(body, "plan"));
            case TenantOperation.UPDATE_TENANT ->
                subject(AuditedSubject.change(null, value(body, "status", Status.class)));
            case TenantOperation.PUT_TENANT_SETTINGS ->
                subject(setting("impersonation", value(body, "impersonation", ImpersonationPolicy.class)));
            case TenantOperation.PUT_PROVIDER_ACCESS ->
                subject(setting("access", value(body, "access", ProviderAccess.class)));
            case UserOperation.UPDATE_USER ->
                subject(AuditedSubject.change(value(body, "role", Role.class), value(body, "status", Status.class)));
            default -> subject(text(body, "name"));
        };
    }

    private static String kind(@Nullable JobKind kind) {
        return kind == null ? "" : kind.name();
    }

    private static String setting(String name, @Nullable Enum<?> value) {
        return value == null ? "" : name + '=' + value.name();
    }

    private static AuditTarget subject(String name) {
        return new AuditTarget(null, null, "", "", name);
    }

    /** The value of that name, since nothing else that a caller writes there is recorded; null if there is none. */
    private static <E extends Enum<E>> @Nullable E value(JsonNode body, String member, Class<E> type) {
        return Arrays.stream(type.getEnumConstants())
                .filter(value -> value.name().equals(text(body, member)))
                .findFirst()
                .orElse(null);
    }

    private static String text(JsonNode body, String member) {
        return body.path(member).asString("");
    }

    private static JsonNode read(ContentCachingRequestWrapper request) {
        try {
            request.getInputStream().readNBytes(MAX_BYTES);
            return JsonMapper.shared().readTree(request.getContentAsByteArray());
        } catch (IOException | JacksonException unreadable) {
            return JsonMapper.shared().createObjectNode();
        }
    }
}
