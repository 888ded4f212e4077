package dev.ose.server.admin.bucket;

import dev.ose.server.access.AccessCheck;
import dev.ose.server.access.AccessStep;
import dev.ose.server.access.CheckedRequest;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.User;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks the access of principals that callers name, and shows of it what they may see. Blocks. Thread-safe. */
public final class AccessQuestions {

    private final AccessCheck check;
    private final CheckedPrincipals principals;
    private final NamedPrincipals named;

    public AccessQuestions(AccessCheck check, CheckedPrincipals principals, NamedPrincipals named) {
        this.check = check;
        this.principals = principals;
        this.named = named;
    }

    /** A principal that the bucket itself names; fails as {@link CheckedPrincipals#find}. */
    CheckedPrincipals.Principal namedByBucket(Bucket bucket, String name, HttpServletRequest call) {
        return principals.find(bucket, name, client(call));
    }

    /**
     * The principal that a caller names; fails as {@link CheckedPrincipals#find}. Administrators see all users of the
     * tenant, a plain user those whom its bucket's policy or ACL names: of others it does not learn whether they exist.
     */
    CheckedPrincipals.Principal principal(Bucket bucket, String name, HttpServletRequest call) {
        Optional<AdminCaller.Member> plain = Logins.caller().plainUser();
        return plain.isEmpty()
                ? principals.find(bucket, name, client(call))
                : principals.find(bucket, name, client(call), seen(plain.get(), bucket));
    }

    private Predicate<User> seen(AdminCaller.Member caller, Bucket bucket) {
        // Read whether there is a user or not, so that the time of the answer does not tell.
        Set<String> names = named.of(bucket).names();
        return user -> user.id().equals(caller.user())
                || names.contains(user.canonicalId().value())
                || names.contains(new PrincipalArn(user.tenant(), user.name()).toString());
    }

    private static InetAddress client(HttpServletRequest call) {
        return InetAddress.ofLiteral(call.getRemoteAddr());
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
        return AccessView.of(withHidden(answer, principal.hidden()), policies(principal, call));
    }

    /** What the bucket admits is not all that decides about a user who is not shown. */
    private static AccessCheck.Answer withHidden(AccessCheck.Answer answer, AccessStep.@Nullable Code hidden) {
        if (hidden == null || answer.verdict() == AccessCheck.Verdict.DENY) {
            return answer;
        }
        List<AccessStep> steps = new ArrayList<>(answer.steps());
        steps.add(AccessStep.of(hidden));
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
