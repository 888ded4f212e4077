package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.Audience.EVERYBODY;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.Mark.RECORDS_ITSELF;

/** The operations of signing in and out. */
public enum SessionOperation implements AdminOperation {
    /** The login is in the body. */
    SIGN_IN(POST, "/api/v1/session", EVERYBODY, NO_POLICY, RECORDS_ITSELF),
    SHOW_SESSION(GET, "/api/v1/session", MEMBERS, NO_POLICY),
    SIGN_OUT(DELETE, "/api/v1/session", MEMBERS, NO_POLICY),
    LIST_SIGN_IN_PROVIDERS(GET, "/api/v1/session/providers", EVERYBODY, NO_POLICY),
    BEGIN_PROVIDER_SIGN_IN(GET, "/api/v1/session/oidc/{provider}/start", EVERYBODY, NO_POLICY),

    /** The tenant is no target, but distinguishes callbacks: a browser may be signed in at another tenant. */
    END_PROVIDER_SIGN_IN(
            GET,
            "/api/v1/session/tenants/{tenantName}/oidc/{provider}/callback",
            EVERYBODY,
            NO_POLICY,
            AUDITED,
            RECORDS_ITSELF),
    END_ADMINISTRATOR_SIGN_IN(
            GET,
            "/api/v1/session/administrators/oidc/{provider}/callback",
            EVERYBODY,
            NO_POLICY,
            AUDITED,
            RECORDS_ITSELF);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    SessionOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
