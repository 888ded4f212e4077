package dev.ose.server.iam;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The supported actions of IAM and STS. */
public enum IamAction {
    GET_CALLER_IDENTITY("sts:GetCallerIdentity"),
    GET_SESSION_TOKEN("sts:GetSessionToken"),
    GET_FEDERATION_TOKEN("sts:GetFederationToken"),
    ASSUME_ROLE("sts:AssumeRole"),
    ASSUME_ROLE_WITH_WEB_IDENTITY("sts:AssumeRoleWithWebIdentity"),
    GET_USER("iam:GetUser"),
    LIST_USERS("iam:ListUsers"),
    PUT_USER_POLICY("iam:PutUserPolicy"),
    GET_USER_POLICY("iam:GetUserPolicy"),
    LIST_USER_POLICIES("iam:ListUserPolicies"),
    DELETE_USER_POLICY("iam:DeleteUserPolicy"),
    CREATE_ROLE("iam:CreateRole"),
    GET_ROLE("iam:GetRole"),
    LIST_ROLES("iam:ListRoles"),
    DELETE_ROLE("iam:DeleteRole"),
    UPDATE_ASSUME_ROLE_POLICY("iam:UpdateAssumeRolePolicy"),
    PUT_ROLE_POLICY("iam:PutRolePolicy"),
    GET_ROLE_POLICY("iam:GetRolePolicy"),
    LIST_ROLE_POLICIES("iam:ListRolePolicies"),
    DELETE_ROLE_POLICY("iam:DeleteRolePolicy"),
    CREATE_ACCESS_KEY("iam:CreateAccessKey"),
    LIST_ACCESS_KEYS("iam:ListAccessKeys"),
    UPDATE_ACCESS_KEY("iam:UpdateAccessKey"),
    DELETE_ACCESS_KEY("iam:DeleteAccessKey");

    private static final Map<String, IamAction> BY_ID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(action -> action.id, Function.identity()));

    private final String id;

    IamAction(String id) {
        this.id = id;
    }

    /** The action with that name in the service that the request is signed for. */
    static Optional<IamAction> of(String service, String name) {
        return Optional.ofNullable(BY_ID.get(service + ':' + name));
    }

    /** Whether the audit log has an entry for each call: what changes something, or gives out keys. */
    boolean isAudited() {
        return switch (this) {
            case GET_CALLER_IDENTITY,
                    GET_USER,
                    LIST_USERS,
                    GET_USER_POLICY,
                    LIST_USER_POLICIES,
                    GET_ROLE,
                    LIST_ROLES,
                    GET_ROLE_POLICY,
                    LIST_ROLE_POLICIES,
                    LIST_ACCESS_KEYS -> false;
            case GET_SESSION_TOKEN,
                    GET_FEDERATION_TOKEN,
                    ASSUME_ROLE,
                    ASSUME_ROLE_WITH_WEB_IDENTITY,
                    PUT_USER_POLICY,
                    DELETE_USER_POLICY,
                    CREATE_ROLE,
                    DELETE_ROLE,
                    UPDATE_ASSUME_ROLE_POLICY,
                    PUT_ROLE_POLICY,
                    DELETE_ROLE_POLICY,
                    CREATE_ACCESS_KEY,
                    UPDATE_ACCESS_KEY,
                    DELETE_ACCESS_KEY -> true;
        };
    }

    /** The name in requests. */
    public String wireName() {
        return id.substring(id.indexOf(':') + 1);
    }
}
