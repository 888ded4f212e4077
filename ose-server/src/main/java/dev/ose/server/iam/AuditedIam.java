package dev.ose.server.iam;

import dev.ose.server.access.RequestFacts;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of IAM and STS that change something or give out keys: before they are carried out, and before they
 * are answered. Blocks on the database.
 */
public final class AuditedIam implements IamService {

    private static final String STS = "sts";

    /** The id of a new key pair in an answer; its secret is another element. */
    private static final Pattern ACCESS_KEY_ID = Pattern.compile("<AccessKeyId>([^<]*)</AccessKeyId>");

    private final IamService next;
    private final AuditTrail trail;

    public AuditedIam(IamService next, AuditTrail trail) {
        this.next = next;
        this.trail = trail;
    }

    @Override
    public IamAnswer perform(IamCall call) {
        return IamAction.of(call.service(), call.parameters().action())
                .filter(IamAction::isAudited)
                .map(action -> recorded(of(action, call), call.service(), () -> next.perform(call)))
                .orElseGet(() -> next.perform(call));
    }

    @Override
    public IamAnswer performUnsigned(IamParameters parameters, RequestFacts about, String requestId) {
        if (!parameters.action().equals(IamAction.ASSUME_ROLE_WITH_WEB_IDENTITY.wireName())) {
            return next.performUnsigned(parameters, about, requestId);
        }
        AuditActor bearer = new AuditActor(
                "", LoginKind.TOKEN, null, about.source().getHostAddress(), AuditActor.Acting.FOR_ITSELF);
        AuditTrail.Call call =
                new AuditTrail.Call(requestId, AuditSource.IAM, parameters.action(), bearer, target(null, parameters));
        return recorded(call, STS, () -> next.performUnsigned(parameters, about, requestId));
    }

    private IamAnswer recorded(AuditTrail.Call call, String service, Supplier<IamAnswer> work) {
        AuditId id;
        try {
            id = trail.begin(call, AuditTrail.Durability.WITH_THE_CHANGE);
        } catch (FailureException e) {
            return IamApi.refuse(service, e.failure(), call.requestId());
        }
        IamAnswer answer = work.get();
        try {
            trail.end(id, outcome(answer));
            return answer;
        } catch (FailureException e) {
            return IamApi.refuse(service, e.failure(), call.requestId());
        }
    }

    private static AuditTrail.Call of(IamAction action, IamCall call) {
        return new AuditTrail.Call(
                call.requestId(),
                AuditSource.IAM,
                action.wireName(),
                AuditActor.of(call.caller(), call.about().request().source()),
                target(call.caller().tenant(), call.parameters()));
    }

    private static AuditTarget target(@Nullable TenantId tenant, IamParameters parameters) {
        String subject = Stream.of("UserName", "RoleName", "RoleArn", "PolicyName", "Name")
                .map(parameters::find)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
        String key = parameters.find("AccessKeyId");
        return new AuditTarget(tenant, null, "", key == null ? "" : key, subject);
    }

    private static AuditOutcome outcome(IamAnswer answer) {
        String failure = answer.failure();
        IamAnswer.Payer payer = answer.payer();
        Matcher made = ACCESS_KEY_ID.matcher(answer.xml());
        boolean isMade = failure == null && made.find();
        AuditTarget target = new AuditTarget(
                payer == null ? null : payer.tenant(),
                payer == null ? null : payer.user(),
                "",
                isMade ? made.group(1) : "",
                "");
        return new AuditOutcome(answer.status(), failure == null ? "" : failure, target);
    }
}
