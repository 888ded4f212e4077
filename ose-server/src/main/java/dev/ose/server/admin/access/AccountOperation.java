package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.NEEDS_SIGN_IN;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.as;

/** The operations on accounts: the caller's own, and those of administrators of the service. */
public enum AccountOperation implements AdminOperation {
    CHANGE_PASSWORD(PUT, "/api/v1/admin/me/password", MEMBERS, as("iam:ChangePassword"), NEEDS_SIGN_IN),
    SHOW_SECOND_FACTOR(GET, "/api/v1/admin/me/totp", MEMBERS, NO_POLICY),
    BEGIN_SECOND_FACTOR(POST, "/api/v1/admin/me/totp", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),
    CONFIRM_SECOND_FACTOR(PUT, "/api/v1/admin/me/totp", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),
    END_SECOND_FACTOR(POST, "/api/v1/admin/me/totp/disable", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),
    LIST_SESSIONS(GET, "/api/v1/admin/me/sessions", MEMBERS, NO_POLICY),
    END_SESSIONS(DELETE, "/api/v1/admin/me/sessions", MEMBERS, NO_POLICY),
    END_SESSION(DELETE, "/api/v1/admin/me/sessions/{session}", MEMBERS, NO_POLICY),
    CREATE_TOKEN(POST, "/api/v1/admin/me/tokens", MEMBERS, NEEDS_SIGN_IN, AUDITED_BODY),
    LIST_TOKENS(GET, "/api/v1/admin/me/tokens", MEMBERS, NO_POLICY),
    DELETE_TOKEN(DELETE, "/api/v1/admin/me/tokens/{token}", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),
    ADD_ADMINISTRATOR(POST, "/api/v1/admin/administrators", PROVIDER, NEEDS_SIGN_IN, AUDITED_BODY),
    LIST_ADMINISTRATORS(GET, "/api/v1/admin/administrators", PROVIDER),
    GET_ADMINISTRATOR(GET, "/api/v1/admin/administrators/{administrator}", PROVIDER),
    DISABLE_ADMINISTRATOR(POST, "/api/v1/admin/administrators/{administrator}/disable", PROVIDER),
    ENABLE_ADMINISTRATOR(POST, "/api/v1/admin/administrators/{administrator}/enable", PROVIDER, NEEDS_SIGN_IN),
    DELETE_ADMINISTRATOR(DELETE, "/api/v1/admin/administrators/{administrator}", PROVIDER, NEEDS_SIGN_IN),
    PUT_ADMINISTRATOR_PASSWORD(PUT, "/api/v1/admin/administrators/{administrator}/password", PROVIDER, NEEDS_SIGN_IN),
    RESET_ADMINISTRATOR_SECOND_FACTOR(
            DELETE, "/api/v1/admin/administrators/{administrator}/totp", PROVIDER, NEEDS_SIGN_IN),
    PUT_ADMINISTRATOR_PROVIDER(PUT, "/api/v1/admin/identity-providers/{name}", PROVIDER, NEEDS_SIGN_IN),
    LIST_ADMINISTRATOR_PROVIDERS(GET, "/api/v1/admin/identity-providers", PROVIDER),
    GET_ADMINISTRATOR_PROVIDER(GET, "/api/v1/admin/identity-providers/{name}", PROVIDER),
    DELETE_ADMINISTRATOR_PROVIDER(DELETE, "/api/v1/admin/identity-providers/{name}", PROVIDER);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    AccountOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
