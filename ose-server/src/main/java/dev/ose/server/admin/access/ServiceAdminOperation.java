package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.Audience.EVERYBODY;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.Audience.PROVIDER_OR_LOCAL;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_TENANT;

/** The operations on nodes: health, metrics, description, draining. */
public enum ServiceAdminOperation implements AdminOperation {
    SHOW_LIVENESS(GET, "/health/live", EVERYBODY, NO_POLICY, NO_TENANT),
    SHOW_READINESS(GET, "/health/ready", EVERYBODY, NO_POLICY, NO_TENANT),
    SHOW_METRICS(GET, "/metrics/prometheus", PROVIDER_OR_LOCAL, NO_POLICY),
    DESCRIBE_API(GET, "/api/v1/openapi", MEMBERS, NO_POLICY, NO_TENANT),
    DESCRIBE_API_IN_YAML(GET, "/api/v1/openapi.yaml", MEMBERS, NO_POLICY, NO_TENANT),
    BROWSE_API(GET, "/docs", MEMBERS, NO_POLICY, NO_TENANT),
    SHOW_API_BROWSER(GET, "/docs/{file}", MEMBERS, NO_POLICY, NO_TENANT),
    SHOW_HEALTH(GET, "/api/v1/admin/health", PROVIDER),
    LIST_NODES(GET, "/api/v1/admin/nodes", PROVIDER),
    GET_NODE(GET, "/api/v1/admin/nodes/{node}", PROVIDER),
    DRAIN_NODE(POST, "/api/v1/admin/nodes/{node}/drain", PROVIDER),
    RESUME_NODE(POST, "/api/v1/admin/nodes/{node}/resume", PROVIDER),
    SHOW_CALLER(GET, "/api/v1/admin/me", MEMBERS, NO_POLICY, NO_TENANT);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    ServiceAdminOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
