package dev.ose.server.admin.bucket;

import dev.ose.server.access.AccessCheck;
import dev.ose.server.access.AccessStep;
import dev.ose.server.access.CheckedRequest;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.User;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the access of principals that callers name, and shows of it what they may see. Blocks. Thread-safe. */
public final class AccessQuestions {

    private final AccessCheck check;
    private final CheckedPrincipals principals;

    public AccessQuestions(AccessCheck check, CheckedPrincipals principals) {
        this.check = check;
        this.principals = principals;
    }

    /** The principal of that name; fails as {@link CheckedPrincipals#find}. */
    CheckedPrincipals.Principal principal(Bucket bucket, String named, HttpServletRequest call) {
        return principals.find(bucket, named, InetAddress.ofLiteral(call.getRemoteAddr()));
    }

    /** The view of a check that a call asks for. */
    AccessView view(
            Bucket bucket,
            CheckedPrincipals.Principal principal,
            CheckedRequest request,
            RequestFacts facts,
            HttpServletRequest call) {
        AccessCheck.@Nullable Sender sender = principal.sender();
        AccessCheck.Answer answer = sender == null
                ? new AccessCheck.Answer(
                        AccessCheck.Verdict.DENY, List.of(AccessStep.of(AccessStep.Code.USER_WITHOUT_KEY)))
                : check.explain(sender, bucket, request, facts);
        return AccessView.of(principal.isOfTenant() ? answer : ofOther(answer), policies(principal, call));
    }

    /** What the bucket admits is not all that decides about a user of another tenant. */
    private static AccessCheck.Answer ofOther(AccessCheck.Answer answer) {
        if (answer.verdict() == AccessCheck.Verdict.DENY) {
            return answer;
        }
        List<AccessStep> steps = new ArrayList<>(answer.steps());
        steps.add(AccessStep.of(AccessStep.Code.OTHER_TENANT_DECIDES));
        return new AccessCheck.Answer(AccessCheck.Verdict.UNKNOWN, steps);
    }

    /**
     * The names of the principal's policies, if the caller may read them; plain users see no more of a colleague's
     * policies than whether they allow it.
     */
    private static @Nullable List<String> policies(CheckedPrincipals.Principal principal, HttpServletRequest call) {
        @Nullable User user = principal.user();
        if (user == null) {
            return principal.policies();
        }
        boolean isColleague = Logins.caller()
                .plainUser()
                .filter(it -> !it.user().equals(user.id()))
                .isPresent();
        return isColleague || !AdminGuard.permits("iam:GetUserPolicy", user, call) ? null : principal.policies();
    }
}
