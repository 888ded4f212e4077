package dev.ose.it;

import org.junit.jupiter.api.extension.ExtendWith;

/** Older versions on the platform that a node brings along. */
@ExtendWith(Servers.class)
final class VersionedUsageIT extends VersionedUsageContract {

    private final Node node;

    VersionedUsageIT(Node node) {
        this.node = node;
    }

    @Override
    Node node() {
        return node;
    }
}
