package dev.ose.server.admin.access;

import dev.ose.adapter.Capability;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Who may ask the admin API for what, as the documentation states it. */
public final class AdminMatrix {

    private static final TenantId OURS = new TenantId(new UUID(0, 1));
    private static final TenantId THEIRS = new TenantId(new UUID(0, 2));
    private static final UserId ANN = new UserId(new UUID(0, 3));
    private static final UserId ADA = new UserId(new UUID(0, 4));
    private static final UserId OLGA = new UserId(new UUID(0, 5));

    private AdminMatrix() {}

    /** The section of the documentation. */
    public static String section() {
        String head = callers().keySet().stream()
                .collect(Collectors.joining(" | ", "| operation | request | action of policies | ", " |\n"));
        String line = "| --- ".repeat(callers().size() + 3) + "|\n";
        return INTRODUCTION
                + head
                + line
                + AdminOperations.all().stream().map(AdminMatrix::row).collect(Collectors.joining());
    }

    private static String row(AdminOperation operation) {
        String cells = callers().values().stream()
                .map(caller -> letters(caller, operation))
                .collect(Collectors.joining(" | "));
        return "| " + operation.title() + " | `" + operation.route().method() + ' '
                + operation.route().path() + "` | "
                + operation.policyAction().map(action -> '`' + action + '`').orElse("") + " | " + cells + " |\n";
    }

    /** One letter for each target of the operation, in the order Ann, Ada, Olga or ours, theirs. */
    public static String letters(AdminCaller caller, AdminOperation operation) {
        return targets(operation).stream()
                .map(target -> letter(caller, operation, target))
                .collect(Collectors.joining());
    }

    private static List<AdminTarget> targets(AdminOperation operation) {
        String path = operation.route().path();
        if (path.contains("{user}") || path.contains("{userName}")) {
            return List.of(new AdminTarget(OURS, ANN), new AdminTarget(OURS, ADA), new AdminTarget(THEIRS, OLGA));
        }
        return path.contains("{tenant}")
                ? List.of(new AdminTarget(OURS, null), new AdminTarget(THEIRS, null))
                : List.of(AdminTarget.SERVICE);
    }

    private static String letter(AdminCaller caller, AdminOperation operation, AdminTarget target) {
        return AdminAuthorizer.refusal(caller, operation, target, Set.of(Capability.values()))
                .map(why -> switch (why) {
                    case Failure.NotAllowed _ -> "-";
                    case Failure.NotFound _ -> "0";
                    default -> throw new AssertionError("no letter for " + why);
                })
                .orElse("+");
    }

    /** The callers by the heads of their columns. */
    public static Map<String, AdminCaller> callers() {
        Map<String, AdminCaller> callers = new LinkedHashMap<>();
        callers.put("provider", new AdminCaller.Provider("admin"));
        callers.put("Ada", member(OURS, ADA, Role.TENANT_ADMIN, ImpersonationPolicy.FULL_PERMISSION));
        callers.put("Ada, `DISALLOW`", member(OURS, ADA, Role.TENANT_ADMIN, ImpersonationPolicy.DISALLOW));
        callers.put("Ann", member(OURS, ANN, Role.TENANT_USER, ImpersonationPolicy.FULL_PERMISSION));
        callers.put("Olga", member(THEIRS, OLGA, Role.TENANT_ADMIN, ImpersonationPolicy.FULL_PERMISSION));
        callers.put("no login", new AdminCaller.Anonymous());
        return callers;
    }

    private static AdminCaller member(TenantId tenant, UserId user, Role role, ImpersonationPolicy impersonation) {
        return new AdminCaller.Member(tenant, user, "login@tenant", role, impersonation, CredentialLimits.NONE);
    }

    private static final String INTRODUCTION = """

            ## Administration

            The same for the admin API. Ada administers a tenant, Ann is a user of it, Olga administers another tenant.
            Where the path names a user, a cell has three letters: for Ann, Ada and Olga; where it names a tenant only,
            two: for theirs and Olga's. In the column `DISALLOW` the tenant's setting `impersonation` keeps Ada from
            acting in Ann's name.

            A user with [policies](../guide/iam.md) may do only what they allow here, too: the action is in the third
            column, and operations without one are free. Its resource is the bucket, the role or the user that the path
            names (`arn:aws:iam::TENANT:role/NAME`, `arn:aws:iam::TENANT:user/NAME`);
            `arn:aws:s3:::*` for other actions of S3, `arn:aws:iam::TENANT:user/*`
            for other actions of IAM, and `arn:aws:iam::TENANT:root` for the rest. What policies refuse is 403.

            | letter | meaning |
            | --- | --- |
            | `+` | done, if the platform can |
            | `-` | 403, or 401 without a login, whether the target exists or not |
            | `0` | 404: another tenant looks like none |

            A tenant that has set `provider-access` to `DISALLOW` answers the provider 403 for what an administrator of
            the tenant does with its data: keys, roles, policies, jobs, webhooks, transfers of buckets and the search.

            S3 keys of any kind, application and session keys among them, are no logins: they get 401 wherever a login
            is needed. The login of a disabled user or tenant gets 403 everywhere. Metrics are served
            without a login only on the node's own machine, or with `oss.metrics.anonymous`.

            """;
}
