package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.needs;

import dev.ose.adapter.Capability;

/** The operations on usage, quotas and metering. */
public enum AccountingOperation implements AdminOperation {
    EXPORT_METERING(GET, "/api/v1/admin/metering", PROVIDER),
    EXPORT_METERING_AS_CSV(GET, "/api/v1/admin/metering.csv", PROVIDER),
    EXPORT_TENANT_METERING(GET, "/api/v1/admin/tenants/{tenant}/metering", ADMINISTRATORS),
    EXPORT_TENANT_METERING_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/metering.csv", ADMINISTRATORS),
    GET_PLATFORM_USAGE(
            GET, "/api/v1/admin/tenants/{tenant}/users/{user}/platform-usage", MEMBERS, needs(Capability.USAGE)),
    GET_TENANT_USAGE(GET, "/api/v1/admin/tenants/{tenant}/usage", ADMINISTRATORS),
    GET_USER_USAGE(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/usage", MEMBERS),
    GET_BUCKET_USAGE(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/usage", ADMINISTRATORS),
    LIST_QUOTAS(GET, "/api/v1/admin/tenants/{tenant}/quotas", ADMINISTRATORS),
    GET_TENANT_QUOTA(GET, "/api/v1/admin/tenants/{tenant}/quota", ADMINISTRATORS),
    PUT_TENANT_QUOTA(PUT, "/api/v1/admin/tenants/{tenant}/quota", PROVIDER),
    DELETE_TENANT_QUOTA(DELETE, "/api/v1/admin/tenants/{tenant}/quota", PROVIDER),
    GET_USER_QUOTA(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/quota", MEMBERS),
    PUT_USER_QUOTA(PUT, "/api/v1/admin/tenants/{tenant}/users/{user}/quota", ADMINISTRATORS),
    DELETE_USER_QUOTA(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/quota", ADMINISTRATORS),
    GET_BUCKET_QUOTA(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/quota", ADMINISTRATORS),
    PUT_BUCKET_QUOTA(PUT, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/quota", ADMINISTRATORS),
    DELETE_BUCKET_QUOTA(DELETE, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/quota", ADMINISTRATORS);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    AccountingOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
