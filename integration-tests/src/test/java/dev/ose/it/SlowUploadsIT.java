package dev.ose.it;

import org.junit.jupiter.api.extension.ExtendWith;

/** On the platform that a node brings along. */
@ExtendWith(Servers.class)
final class SlowUploadsIT extends SlowUploadsContract {

    private final Node node;

    SlowUploadsIT(Node node) {
        this.node = node;
    }

    @Override
    Node node() {
        return node;
    }
}
