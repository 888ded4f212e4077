package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.needs;

import dev.ose.adapter.Capability;

/** The operations on usage, quotas, metering and prices. */
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
    EXPORT_USAGE_HISTORY(GET, "/api/v1/admin/usage/history", PROVIDER),
    EXPORT_USAGE_HISTORY_AS_CSV(GET, "/api/v1/admin/usage/history.csv", PROVIDER),
    EXPORT_TENANT_USAGE_HISTORY(GET, "/api/v1/admin/tenants/{tenant}/usage/history", ADMINISTRATORS),
    EXPORT_TENANT_USAGE_HISTORY_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/usage/history.csv", ADMINISTRATORS),
    EXPORT_USER_USAGE_HISTORY(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/usage/history", MEMBERS),
    EXPORT_USER_USAGE_HISTORY_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/usage/history.csv", MEMBERS),
    LIST_RATE_PLANS(GET, "/api/v1/admin/rate-plans", PROVIDER),
    GET_RATE_PLAN(GET, "/api/v1/admin/rate-plans/{plan}", PROVIDER),
    PUT_RATE_PLAN(PUT, "/api/v1/admin/rate-plans/{plan}", PROVIDER),
    DELETE_RATE_PLAN(DELETE, "/api/v1/admin/rate-plans/{plan}", PROVIDER),
    GET_TENANT_RATE_PLAN(GET, "/api/v1/admin/tenants/{tenant}/rate-plan", ADMINISTRATORS),
    PUT_TENANT_RATE_PLAN(PUT, "/api/v1/admin/tenants/{tenant}/rate-plan", PROVIDER, AUDITED_BODY),
    DELETE_TENANT_RATE_PLAN(DELETE, "/api/v1/admin/tenants/{tenant}/rate-plan", PROVIDER),
    EXPORT_BILLS(GET, "/api/v1/admin/bills", PROVIDER),
    EXPORT_BILLS_AS_CSV(GET, "/api/v1/admin/bills.csv", PROVIDER),
    GET_TENANT_BILL(GET, "/api/v1/admin/tenants/{tenant}/bill", ADMINISTRATORS),
    GET_TENANT_BILL_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/bill.csv", ADMINISTRATORS),
    LIST_QUOTA_ALERTS(GET, "/api/v1/admin/quota-alerts", PROVIDER),
    LIST_TENANT_QUOTA_ALERTS(GET, "/api/v1/admin/tenants/{tenant}/quota-alerts", ADMINISTRATORS),
    GET_ALERT_THRESHOLDS(GET, "/api/v1/admin/quota-alert-thresholds", PROVIDER),
    PUT_ALERT_THRESHOLDS(PUT, "/api/v1/admin/quota-alert-thresholds", PROVIDER),
    GET_TENANT_ALERT_THRESHOLDS(GET, "/api/v1/admin/tenants/{tenant}/quota-alert-thresholds", ADMINISTRATORS),
    PUT_TENANT_ALERT_THRESHOLDS(PUT, "/api/v1/admin/tenants/{tenant}/quota-alert-thresholds", ADMINISTRATORS),
    DELETE_TENANT_ALERT_THRESHOLDS(DELETE, "/api/v1/admin/tenants/{tenant}/quota-alert-thresholds", ADMINISTRATORS),
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
