package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.PATCH;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.TENANT_MEMBERS;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.IMPERSONATES;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.as;

/** The operations on S3 keys, and on what is signed with them. */
public enum CredentialOperation implements AdminOperation {
    CREATE_CREDENTIAL(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials",
            MEMBERS,
            IMPERSONATES,
            as("iam:CreateAccessKey"),
            ENTERS_TENANT,
            AUDITED_BODY),
    LIST_CREDENTIALS(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/credentials", MEMBERS, as("iam:ListAccessKeys")),
    LIST_TENANT_CREDENTIALS(
            GET, "/api/v1/admin/tenants/{tenant}/credentials", ADMINISTRATORS, as("iam:ListAccessKeys")),
    GET_CREDENTIAL(
            GET,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}",
            MEMBERS,
            as("iam:ListAccessKeys")),

    /** More scope or time for a key pair is worth a new one, so it also takes what creating one takes. */
    UPDATE_CREDENTIAL(
            PATCH,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}",
            MEMBERS,
            IMPERSONATES,
            as("iam:UpdateAccessKey"),
            ENTERS_TENANT),

    /** Ends the former pair, so it also takes what updating one takes. */
    ROTATE_CREDENTIAL(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}/rotate",
            MEMBERS,
            IMPERSONATES,
            as("iam:CreateAccessKey"),
            ENTERS_TENANT),
    DISABLE_CREDENTIAL(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}/disable",
            MEMBERS,
            as("iam:UpdateAccessKey")),
    ENABLE_CREDENTIAL(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}/enable",
            MEMBERS,
            as("iam:UpdateAccessKey")),
    DELETE_CREDENTIAL(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}",
            MEMBERS,
            as("iam:DeleteAccessKey")),

    /** A link may outlive a token, as a key pair does: pages in Cloud Director have nothing but a token. */
    PRESIGN_OBJECT(POST, "/api/v1/admin/me/presign", TENANT_MEMBERS, NO_POLICY),
    CREATE_S3_SESSION(POST, "/api/v1/admin/me/s3-session", TENANT_MEMBERS, as("sts:GetSessionToken"));

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    CredentialOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
