package dev.ose.server.iam;

import dev.ose.server.credential.Credentials;
import dev.ose.server.credential.UserPolicies;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.Provisioning;

/** Performs the actions of IAM and STS. Every method blocks on the database and may be called from several threads. */
public final class IamApi {

    private final AccessKeyActions accessKeys;
    private final UserActions users;
    private final SessionActions sessions;

    public IamApi(Provisioning provisioning, Credentials credentials, UserPolicies policies) {
        TargetUser targets = new TargetUser(provisioning);
        this.accessKeys = new AccessKeyActions(targets, credentials);
        this.users = new UserActions(targets, provisioning, policies);
        this.sessions = new SessionActions(credentials);
    }

    /** Performs the action, or says why not. */
    public IamAnswer perform(IamCall call) {
        try {
            return new IamAnswer(200, "", call.service().equals("sts") ? sts(call) : iam(call));
        } catch (FailureException e) {
            return refuse(call.service(), e.failure(), call.requestId());
        }
    }

    /** The answer to a request that got no further. */
    public static IamAnswer refuse(String service, Failure why, String requestId) {
        IamFailure failure = IamFailure.of(why);
        return new IamAnswer(failure.status(), failure.code(), IamDocument.error(service, failure, requestId));
    }

    private String sts(IamCall call) {
        return switch (call.parameters().action()) {
            case "GetCallerIdentity" -> sessions.identity(call);
            case "GetSessionToken" -> sessions.token(call);
            case "GetFederationToken" -> sessions.federation(call);
            case "AssumeRole" -> sessions.role(call);
            default -> throw unknown(call);
        };
    }

    private String iam(IamCall call) {
        return switch (call.parameters().action()) {
            case "GetUser" -> users.get(call);
            case "ListUsers" -> users.list(call);
            case "PutUserPolicy" -> users.putPolicy(call);
            case "GetUserPolicy" -> users.getPolicy(call);
            case "ListUserPolicies" -> users.listPolicies(call);
            case "DeleteUserPolicy" -> users.deletePolicy(call);
            case "CreateAccessKey" -> accessKeys.create(call);
            case "ListAccessKeys" -> accessKeys.list(call);
            case "UpdateAccessKey" -> accessKeys.update(call);
            case "DeleteAccessKey" -> accessKeys.delete(call);
            default -> throw unknown(call);
        };
    }

    private static FailureException unknown(IamCall call) {
        String action = call.parameters().action();
        return new FailureException(new Failure.NotOffered(action.substring(0, Math.min(action.length(), 64))));
    }
}
