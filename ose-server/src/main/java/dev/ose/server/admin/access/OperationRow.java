package dev.ose.server.admin.access;

import java.util.List;
import java.util.Optional;

/** What the table says of one {@link AdminOperation}. */
public final class OperationRow {

    final AdminOperation.Route route;
    final Audience audience;
    private final List<OperationTrait> traits;

    OperationRow(AdminOperation.Route route, Audience audience, OperationTrait... traits) {
        this.route = route;
        this.audience = audience;
        this.traits = List.of(traits);
    }

    boolean has(OperationTrait trait) {
        return traits.contains(trait);
    }

    <T> Optional<T> trait(Class<T> type) {
        return traits.stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
