package dev.ose.server.iam;

import dev.ose.server.access.RequestFacts;
import dev.ose.server.iam.federation.WebIdentities;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.Roles;
import dev.ose.server.tenant.credential.UserPolicies;
import org.jspecify.annotations.Nullable;

/** Performs the actions of IAM and STS. Every method blocks on the database. Thread-safe. */
public final class IamApi implements IamService {

    private static final String STS = "sts";

    private final AccessKeyActions accessKeys;
    private final UserActions users;
    private final RoleActions roles;
    private final SessionActions sessions;
    private final WebIdentityAction webIdentity;

    public IamApi(
            Provisioning provisioning,
            Credentials credentials,
            UserPolicies policies,
            Roles roles,
            WebIdentities webIdentities) {
        TargetUser targets = new TargetUser(provisioning);
        this.accessKeys = new AccessKeyActions(targets, credentials);
        this.users = new UserActions(targets, provisioning, policies);
        this.roles = new RoleActions(targets, roles);
        this.sessions = new SessionActions(credentials, roles);
        this.webIdentity = new WebIdentityAction(webIdentities);
    }

    @Override
    public IamAnswer perform(IamCall call) {
        IamAction action =
                IamAction.of(call.service(), call.parameters().action()).orElse(null);
        if (action == null) {
            return refuse(call.service(), null, unknown(call), call.requestId());
        }
        try {
            return new IamAnswer(200, action, null, perform(action, call));
        } catch (FailureException e) {
            return refuse(call.service(), action, e.failure(), call.requestId());
        }
    }

    @Override
    public IamAnswer performUnsigned(IamParameters parameters, RequestFacts about, String requestId) {
        if (!parameters.action().equals(IamAction.ASSUME_ROLE_WITH_WEB_IDENTITY.wireName())) {
            return IamService.super.performUnsigned(parameters, about, requestId);
        }
        try {
            return webIdentity.perform(parameters, about, requestId);
        } catch (FailureException e) {
            return refuse(STS, IamAction.ASSUME_ROLE_WITH_WEB_IDENTITY, IamFailure.of(e.failure()), requestId);
        }
    }

    /** The response to a request that was refused before it reached an action. */
    public static IamAnswer refuse(String service, Failure why, String requestId) {
        return refuse(service, null, why, requestId);
    }

    private static IamAnswer refuse(String service, @Nullable IamAction action, Failure why, String requestId) {
        return refuse(service, action, IamFailure.of(why), requestId);
    }

    static IamAnswer refuse(String service, @Nullable IamAction action, IamFailure failure, String requestId) {
        String document = IamDocument.error(service, failure, requestId);
        return new IamAnswer(failure.status(), action, failure.code(), document);
    }

    private String perform(IamAction action, IamCall call) {
        return switch (action) {
            case GET_CALLER_IDENTITY -> sessions.identity(call);
            case GET_SESSION_TOKEN -> sessions.token(call);
            case GET_FEDERATION_TOKEN -> sessions.federation(call);
            case ASSUME_ROLE -> sessions.role(call);
            // Authenticated by a token instead of a signature: the signing key is meaningless.
            case ASSUME_ROLE_WITH_WEB_IDENTITY -> throw call.denied();
            case GET_USER -> users.get(call);
            case LIST_USERS -> users.list(call);
            case PUT_USER_POLICY -> users.putPolicy(call);
            case GET_USER_POLICY -> users.getPolicy(call);
            case LIST_USER_POLICIES -> users.listPolicies(call);
            case DELETE_USER_POLICY -> users.deletePolicy(call);
            case CREATE_ROLE -> roles.create(call);
            case GET_ROLE -> roles.get(call);
            case LIST_ROLES -> roles.list(call);
            case DELETE_ROLE -> roles.delete(call);
            case UPDATE_ASSUME_ROLE_POLICY -> roles.updateTrust(call);
            case PUT_ROLE_POLICY -> roles.putPolicy(call);
            case GET_ROLE_POLICY -> roles.getPolicy(call);
            case LIST_ROLE_POLICIES -> roles.listPolicies(call);
            case DELETE_ROLE_POLICY -> roles.deletePolicy(call);
            case CREATE_ACCESS_KEY -> accessKeys.create(call);
            case LIST_ACCESS_KEYS -> accessKeys.list(call);
            case UPDATE_ACCESS_KEY -> accessKeys.update(call);
            case DELETE_ACCESS_KEY -> accessKeys.delete(call);
        };
    }

    private static Failure unknown(IamCall call) {
        String action = call.parameters().action();
        return new Failure.NotOffered(action.substring(0, Math.min(action.length(), 64)));
    }
}
