package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.PATCH;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.Audience.TENANT_ADMINISTRATORS;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.NEEDS_SIGN_IN;
import static dev.ose.server.admin.access.OperationTrait.as;
import static dev.ose.server.admin.access.OperationTrait.needs;

import dev.ose.adapter.Capability;

/** The operations on tenants, their settings and where their users come from. */
public enum TenantOperation implements AdminOperation {
    CREATE_TENANT(POST, "/api/v1/admin/tenants", PROVIDER, AUDITED_BODY),
    LIST_TENANTS(GET, "/api/v1/admin/tenants", PROVIDER),
    GET_TENANT(GET, "/api/v1/admin/tenants/{tenant}", MEMBERS),
    UPDATE_TENANT(PATCH, "/api/v1/admin/tenants/{tenant}", PROVIDER, AUDITED_BODY),
    DISABLE_TENANT(POST, "/api/v1/admin/tenants/{tenant}/disable", PROVIDER),
    ENABLE_TENANT(POST, "/api/v1/admin/tenants/{tenant}/enable", PROVIDER),
    DELETE_TENANT(DELETE, "/api/v1/admin/tenants/{tenant}", PROVIDER),
    /** Not by a token, whose finder would do more harm than any other call can. */
    PURGE_TENANT(POST, "/api/v1/admin/tenants/{tenant}/purge", PROVIDER, NEEDS_SIGN_IN, AUDITED_BODY),
    STOP_TENANT_PURGE(DELETE, "/api/v1/admin/tenants/{tenant}/purge", PROVIDER),
    GET_TENANT_PURGE(GET, "/api/v1/admin/tenants/{tenant}/purge", PROVIDER),
    LIST_TENANT_PURGES(GET, "/api/v1/admin/tenant-purges", PROVIDER),
    PUT_TENANT_SETTINGS(PUT, "/api/v1/admin/tenants/{tenant}/settings", PROVIDER, AUDITED_BODY),

    /** For the tenant alone: the provider would admit itself. */
    PUT_PROVIDER_ACCESS(
            PUT, "/api/v1/admin/tenants/{tenant}/provider-access", TENANT_ADMINISTRATORS, NEEDS_SIGN_IN, AUDITED_BODY),
    GET_TENANT_CONSOLE(
            GET,
            "/api/v1/admin/tenants/{tenant}/console",
            ADMINISTRATORS,
            needs(Capability.CONSOLE),
            AUDITED,
            ENTERS_TENANT,
            NEEDS_SIGN_IN),
    REMAP_TENANT(PUT, "/api/v1/admin/tenants/{tenant}/platform-tenant", PROVIDER),
    LIST_TENANT_PLATFORMS(GET, "/api/v1/admin/tenants/{tenant}/platforms", ADMINISTRATORS),
    PUT_TENANT_PLATFORM(PUT, "/api/v1/admin/tenants/{tenant}/platforms/{platform}", PROVIDER),
    DELETE_TENANT_PLATFORM(DELETE, "/api/v1/admin/tenants/{tenant}/platforms/{platform}", PROVIDER),
    GET_DIRECTOR_ORGANISATION(GET, "/api/v1/admin/tenants/{tenant}/director-organisation", ADMINISTRATORS),
    PUT_DIRECTOR_ORGANISATION(PUT, "/api/v1/admin/tenants/{tenant}/director-organisation", PROVIDER, NEEDS_SIGN_IN),
    DELETE_DIRECTOR_ORGANISATION(
            DELETE, "/api/v1/admin/tenants/{tenant}/director-organisation", PROVIDER, NEEDS_SIGN_IN),
    GET_ACTIVATION_POLICY(GET, "/api/v1/admin/activation", PROVIDER),
    /** Not by a token: the organisations that it lets in would stay after it. */
    PUT_ACTIVATION_POLICY(PUT, "/api/v1/admin/activation", PROVIDER, NEEDS_SIGN_IN),
    PUT_IDENTITY_PROVIDER(PUT, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}", PROVIDER, NEEDS_SIGN_IN),
    LIST_IDENTITY_PROVIDERS(
            GET,
            "/api/v1/admin/tenants/{tenant}/identity-providers",
            ADMINISTRATORS,
            as("iam:ListOpenIDConnectProviders")),
    GET_IDENTITY_PROVIDER(
            GET,
            "/api/v1/admin/tenants/{tenant}/identity-providers/{name}",
            ADMINISTRATORS,
            as("iam:GetOpenIDConnectProvider")),
    PUT_SIGN_IN_CLIENT(
            PUT, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", PROVIDER, NEEDS_SIGN_IN),
    GET_SIGN_IN_CLIENT(GET, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", ADMINISTRATORS),
    DELETE_SIGN_IN_CLIENT(DELETE, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", PROVIDER),
    DELETE_IDENTITY_PROVIDER(DELETE, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}", PROVIDER);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    TenantOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
