package dev.ose.server.admin.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of all {@link AdminOperation}s: one enum for each area, in the order of the documentation. */
public final class AdminOperations {

    private static final List<AdminOperation> ALL = Stream.<AdminOperation[]>of(
                    ServiceAdminOperation.values(),
                    AccountOperation.values(),
                    SessionOperation.values(),
                    PortalOperation.values(),
                    TenantOperation.values(),
                    PlatformOperation.values(),
                    AuditOperation.values(),
                    UserOperation.values(),
                    AccountingOperation.values(),
                    BucketAdminOperation.values(),
                    EventOperation.values(),
                    JobOperation.values(),
                    PolicyOperation.values(),
                    CredentialOperation.values(),
                    LinkOperation.values(),
                    CoreOperation.values())
            .flatMap(Stream::of)
            .toList();

    private static final Map<AdminOperation.Route, AdminOperation> BY_ROUTE =
            ALL.stream().collect(Collectors.toMap(AdminOperation::route, Function.identity()));

    private AdminOperations() {}

    /** All operations. */
    public static List<AdminOperation> all() {
        return ALL;
    }

    /** The operation of a route. */
    public static Optional<AdminOperation> find(AdminOperation.Route route) {
        return Optional.ofNullable(BY_ROUTE.get(route));
    }
}
