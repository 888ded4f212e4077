package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED;

/** The operations on the audit log. */
public enum AuditOperation implements AdminOperation {
    LIST_AUDIT(GET, "/api/v1/admin/audit", PROVIDER),
    EXPORT_AUDIT_AS_CSV(GET, "/api/v1/admin/audit.csv", PROVIDER, AUDITED),
    EXPORT_AUDIT_AS_JSON_LINES(GET, "/api/v1/admin/audit.jsonl", PROVIDER, AUDITED),
    LIST_TENANT_AUDIT(GET, "/api/v1/admin/tenants/{tenant}/audit", ADMINISTRATORS),
    EXPORT_TENANT_AUDIT_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/audit.csv", ADMINISTRATORS, AUDITED),
    EXPORT_TENANT_AUDIT_AS_JSON_LINES(GET, "/api/v1/admin/tenants/{tenant}/audit.jsonl", ADMINISTRATORS, AUDITED);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    AuditOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
