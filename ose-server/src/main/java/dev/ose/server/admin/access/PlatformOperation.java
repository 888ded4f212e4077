package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.EVERYBODY;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.NEEDS_SIGN_IN;
import static dev.ose.server.admin.access.OperationTrait.Mark.NOT_AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.needs;

import dev.ose.adapter.Capability;

/** The operations on platforms, those that platforms ask for, and the CORS policy before them. */
public enum PlatformOperation implements AdminOperation {
    /** Authenticated by the platform's secret, which is no login and is verified before. */
    RECEIVE_NOTIFICATIONS(POST, "/api/v1/platforms/{platform}/notifications", EVERYBODY, NO_POLICY, NOT_AUDITED),
    LIST_PLATFORMS(GET, "/api/v1/admin/platforms", PROVIDER),
    GET_PLATFORM(GET, "/api/v1/admin/platforms/{platform}", PROVIDER),
    GET_PLATFORM_CONSOLE(
            GET,
            "/api/v1/admin/platforms/{platform}/console",
            PROVIDER,
            needs(Capability.CONSOLE),
            AUDITED,
            NEEDS_SIGN_IN),
    TEST_PLATFORM(POST, "/api/v1/admin/platforms/{platform}/test", PROVIDER),
    GET_TENANT_CAPABILITIES(GET, "/api/v1/admin/tenants/{tenant}/capabilities", MEMBERS, NO_POLICY),
    PROBE_PLATFORM(POST, "/api/v1/admin/platforms/{platform}/probe", PROVIDER),
    GET_CORS_POLICY(GET, "/api/v1/admin/cors", PROVIDER),
    PUT_CORS_POLICY(PUT, "/api/v1/admin/cors", PROVIDER, NEEDS_SIGN_IN),
    SHOW_RECONCILIATION(GET, "/api/v1/admin/reconciliation", PROVIDER),
    RECONCILE(POST, "/api/v1/admin/reconciliation", PROVIDER);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    PlatformOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
