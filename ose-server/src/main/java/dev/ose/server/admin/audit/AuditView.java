package dev.ose.server.admin.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.control.Csv;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditEntry;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.audit.RecordedEntry;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit log as the API shows it. What is empty is absent.
 *
 * @param actorKey the id of the key pair that the call was signed with
 * @param actorTenant absent for the provider's administrators
 * @param asTenant the tenant that the provider acted in
 * @param asUser the user in whose name an administrator acted
 * @param subject what it is about besides tenant, user, bucket and key pair
 * @param status absent with {@code endedAt} if the outcome was not recorded: the call may have been carried out
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record AuditView(
        String id,
        Instant at,
        @Nullable Instant endedAt,
        String node,
        String requestId,
        AuditSource source,
        String operation,
        String actor,
        String actorKey,
        LoginKind login,
        @Schema(format = "uuid") @Nullable String actorTenant,
        String address,
        @Schema(format = "uuid") @Nullable String asTenant,
        @Schema(format = "uuid") @Nullable String asUser,
        @Schema(format = "uuid") @Nullable String tenant,
        @Schema(format = "uuid") @Nullable String user,
        String bucket,
        String accessKey,
        String subject,
        @Nullable Integer status,
        String code) {

    /** The names of the columns of CSV, in the order of {@link #csv}. */
    static final String CSV_HEAD =
            "id,at,ended_at,node,request_id,source,operation,actor,actor_key,login,actor_tenant,address,"
                    + "as_tenant,as_user,tenant,user,bucket,access_key,subject,status,code\r\n";

    static AuditView of(RecordedEntry recorded) {
        AuditEntry entry = recorded.entry();
        AuditActor actor = entry.actor();
        AuditTarget target = entry.target();
        AuditOutcome outcome = recorded.outcome();
        return new AuditView(
                entry.id().toString(),
                entry.id().moment(),
                recorded.endedAt(),
                recorded.node(),
                entry.requestId(),
                entry.source(),
                entry.operation(),
                actor.name(),
                actor.accessKey(),
                actor.login(),
                text(actor.tenant()),
                actor.address(),
                text(actor.acting().tenant()),
                text(actor.acting().user()),
                text(target.tenant()),
                text(target.user()),
                target.bucket(),
                target.accessKey(),
                target.subject(),
                outcome == null ? null : outcome.status(),
                outcome == null ? "" : outcome.code());
    }

    private static @Nullable String text(@Nullable Object id) {
        return id == null ? null : id.toString();
    }

    /** A line of CSV. */
    String csv() {
        Stream<@Nullable Object> cells = Stream.of(
                id,
                at,
                endedAt,
                node,
                requestId,
                source,
                operation,
                actor,
                actorKey,
                login,
                actorTenant,
                address,
                asTenant,
                asUser,
                tenant,
                user,
                bucket,
                accessKey,
                subject,
                status,
                code);
        return Csv.line(cells);
    }
}
