package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.IMPERSONATES;

/** The operations on jobs. */
public enum JobOperation implements AdminOperation {
    LIST_JOBS(GET, "/api/v1/admin/jobs", PROVIDER),
    LIST_TENANT_JOBS(GET, "/api/v1/admin/tenants/{tenant}/jobs", ADMINISTRATORS),
    START_JOB(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/jobs",
            MEMBERS,
            IMPERSONATES,
            ENTERS_TENANT,
            AUDITED_BODY),
    LIST_USER_JOBS(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs", MEMBERS),
    GET_JOB(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}", MEMBERS),
    FOLLOW_JOB(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/events", MEMBERS),
    PAUSE_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/pause", MEMBERS),
    RESUME_JOB(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/resume",
            MEMBERS,
            IMPERSONATES,
            ENTERS_TENANT),
    CANCEL_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/cancel", MEMBERS),
    RETRY_JOB(
            POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/retry", MEMBERS, IMPERSONATES, ENTERS_TENANT),
    LIST_JOB_FAILURES(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/failures", MEMBERS, ENTERS_TENANT),
    EXPORT_JOB_FAILURES_AS_CSV(
            GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/failures.csv", MEMBERS, ENTERS_TENANT);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    JobOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
