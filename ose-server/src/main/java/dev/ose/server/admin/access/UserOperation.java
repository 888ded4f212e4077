package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.PATCH;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.IMPERSONATES;
import static dev.ose.server.admin.access.OperationTrait.Mark.NEEDS_SIGN_IN;
import static dev.ose.server.admin.access.OperationTrait.Mark.SUBJECT_IN_BODY;
import static dev.ose.server.admin.access.OperationTrait.as;
import static dev.ose.server.admin.access.OperationTrait.needs;

import dev.ose.adapter.Capability;

/** The operations on users of tenants. */
public enum UserOperation implements AdminOperation {
    CREATE_USER(
            POST,
            "/api/v1/admin/tenants/{tenant}/users",
            ADMINISTRATORS,
            as("iam:CreateUser"),
            SUBJECT_IN_BODY,
            AUDITED_BODY),
    ADOPT_USER(POST, "/api/v1/admin/tenants/{tenant}/users/adopt", PROVIDER, ENTERS_TENANT, AUDITED_BODY),
    ADOPT_BUCKETS(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/buckets/adopt",
            PROVIDER,
            needs(Capability.BUCKET_LISTS)),
    LIST_USERS(GET, "/api/v1/admin/tenants/{tenant}/users", ADMINISTRATORS, as("iam:ListUsers")),
    GET_USER(GET, "/api/v1/admin/tenants/{tenant}/users/{user}", MEMBERS, as("iam:GetUser")),
    UPDATE_USER(
            PATCH, "/api/v1/admin/tenants/{tenant}/users/{user}", ADMINISTRATORS, as("iam:UpdateUser"), AUDITED_BODY),
    DISABLE_USER(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/disable", ADMINISTRATORS, as("iam:UpdateUser")),
    ENABLE_USER(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/enable", ADMINISTRATORS, as("iam:UpdateUser")),

    /** With a new owner, buckets are transferred, too, which needs its own permission. */
    DELETE_USER(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}", ADMINISTRATORS, as("iam:DeleteUser")),
    PUT_LOGIN(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/login",
            MEMBERS,
            IMPERSONATES,
            as("iam:UpdateLoginProfile"),
            NEEDS_SIGN_IN),
    DELETE_LOGIN(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/login", MEMBERS, as("iam:DeleteLoginProfile")),
    LIST_USER_SESSIONS(
            GET, "/api/v1/admin/tenants/{tenant}/users/{user}/sessions", ADMINISTRATORS, as("iam:GetLoginProfile")),

    /** Ends what a person does at this moment, as a change of the login does. */
    END_USER_SESSIONS(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/sessions",
            ADMINISTRATORS,
            as("iam:UpdateLoginProfile")),
    END_USER_SESSION(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/sessions/{session}",
            ADMINISTRATORS,
            as("iam:UpdateLoginProfile")),
    RESET_USER_SECOND_FACTOR(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/totp",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:DeactivateMFADevice"),
            NEEDS_SIGN_IN);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    UserOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
