package dev.ose.server.platform.probe;

import dev.ose.server.transfer.WholeResponse;
import java.util.Arrays;
import java.util.Optional;

/** A platform's answer. */
@SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
record ProbeAnswer(WholeResponse head, byte[] body) {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_IMPLEMENTED = 501;

    /** Throws {@code PlatformUnreachable} if the body is longer than it may be. */
    static ProbeAnswer of(WholeResponse response) {
        return new ProbeAnswer(response, response.body());
    }

    int status() {
        return head.status();
    }

    boolean isDone() {
        return status() / 100 == 2;
    }

    boolean isRefused() {
        return status() / 100 == 4 || status() == NOT_IMPLEMENTED;
    }

    /** Whether it is conclusive: no temporary failure. */
    boolean isConclusive() {
        return status() < 500 ? status() != TOO_MANY_REQUESTS : status() == NOT_IMPLEMENTED;
    }

    boolean isAbsent() {
        return status() == 404;
    }

    boolean holds(byte[] expected) {
        return isDone() && Arrays.equals(body, expected);
    }

    Optional<String> header(String lowerCaseName) {
        return head.header(lowerCaseName);
    }
}
