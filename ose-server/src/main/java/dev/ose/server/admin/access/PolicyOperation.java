package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.IMPERSONATES;
import static dev.ose.server.admin.access.OperationTrait.as;

/** The operations on policies of users, and on roles. */
public enum PolicyOperation implements AdminOperation {
    LIST_USER_POLICIES(
            GET,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies",
            MEMBERS,
            as("iam:ListUserPolicies"),
            ENTERS_TENANT),
    GET_USER_POLICY(
            GET,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}",
            MEMBERS,
            as("iam:GetUserPolicy"),
            ENTERS_TENANT),
    PUT_USER_POLICY(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}",
            ADMINISTRATORS,
            as("iam:PutUserPolicy"),
            ENTERS_TENANT),
    DELETE_USER_POLICY(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}",
            ADMINISTRATORS,
            as("iam:DeleteUserPolicy"),
            ENTERS_TENANT),
    LIST_ROLES(GET, "/api/v1/admin/tenants/{tenant}/roles", ADMINISTRATORS, as("iam:ListRoles"), ENTERS_TENANT),
    GET_ROLE(GET, "/api/v1/admin/tenants/{tenant}/roles/{role}", ADMINISTRATORS, as("iam:GetRole"), ENTERS_TENANT),
    LIST_ROLE_POLICIES(
            GET,
            "/api/v1/admin/tenants/{tenant}/roles/{role}/policies",
            ADMINISTRATORS,
            as("iam:ListRolePolicies"),
            ENTERS_TENANT),
    GET_ROLE_POLICY(
            GET,
            "/api/v1/admin/tenants/{tenant}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            as("iam:GetRolePolicy"),
            ENTERS_TENANT),

    /** The user is the one as whom the role acts: a change of the role is an act in that user's name. */
    CREATE_ROLE(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:CreateRole"),
            ENTERS_TENANT),
    DELETE_ROLE(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:DeleteRole"),
            ENTERS_TENANT),
    PUT_ROLE_TRUST(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/trust",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:UpdateAssumeRolePolicy"),
            ENTERS_TENANT),
    PUT_ROLE_POLICY(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:PutRolePolicy"),
            ENTERS_TENANT),
    DELETE_ROLE_POLICY(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:DeleteRolePolicy"),
            ENTERS_TENANT);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    PolicyOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
