package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.SUBJECT_IN_BODY;
import static dev.ose.server.admin.access.OperationTrait.as;

/** The operations on webhooks. */
public enum EventOperation implements AdminOperation {
    CREATE_WEBHOOK(
            POST,
            "/api/v1/admin/tenants/{tenant}/webhooks",
            ADMINISTRATORS,
            as("s3:PutBucketNotification"),
            SUBJECT_IN_BODY,
            ENTERS_TENANT,
            AUDITED_BODY),
    LIST_WEBHOOKS(GET, "/api/v1/admin/tenants/{tenant}/webhooks", ADMINISTRATORS, as("s3:GetBucketNotification")),
    GET_WEBHOOK(
            GET, "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}", ADMINISTRATORS, as("s3:GetBucketNotification")),
    DELETE_WEBHOOK(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}",
            ADMINISTRATORS,
            as("s3:PutBucketNotification")),
    REDELIVER_EVENTS(
            POST,
            "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}/redeliver",
            ADMINISTRATORS,
            as("s3:PutBucketNotification"));

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    EventOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
