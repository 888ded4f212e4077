package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.Audience.EVERYBODY;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.IMPERSONATES;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_TENANT;
import static dev.ose.server.admin.access.OperationTrait.as;

/** The operations of VMware's Object Storage Extension that scripts made for it use, below {@code /api/v1/core}. */
public enum CoreOperation implements AdminOperation {
    SHOW_PRODUCT(GET, "/api/v1/core", EVERYBODY, NO_POLICY, NO_TENANT),
    SHOW_CURRENT_USER(GET, "/api/v1/core/current-user", MEMBERS, NO_POLICY, NO_TENANT),

    /** Its answer to the user itself contains the secret of the reserved key pair. */
    LIST_CORE_CREDENTIALS(
            GET,
            "/api/v1/core/tenants/{tenant}/users/{userName}/credentials",
            MEMBERS,
            as("iam:ListAccessKeys"),
            AUDITED),
    CREATE_CORE_CREDENTIAL(
            POST,
            "/api/v1/core/tenants/{tenant}/users/{userName}/credentials",
            MEMBERS,
            IMPERSONATES,
            as("iam:CreateAccessKey"),
            ENTERS_TENANT),
    SHOW_CANONICAL_ID(GET, "/api/v1/core/tenants/{tenant}/users/{userName}/canonical-id", MEMBERS, as("iam:GetUser"));

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    CoreOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
