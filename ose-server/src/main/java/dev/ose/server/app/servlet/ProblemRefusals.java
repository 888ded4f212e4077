package dev.ose.server.app.servlet;

import dev.ose.server.admin.ProblemDocuments;
import dev.ose.server.http.WholeMessages;
import dev.ose.server.runtime.failure.Failure;
import java.time.Duration;

/** Refusals as the admin API's clients read them. */
final class ProblemRefusals implements WholeMessages.Refusals {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final int maxBodyBytes;

    ProblemRefusals(int maxBodyBytes) {
        this.maxBodyBytes = maxBodyBytes;
    }

    @Override
    public String mediaType() {
        return ProblemDocuments.MEDIA_TYPE;
    }

    @Override
    public byte[] document(WholeMessages.Fault fault, long bodyBytes) {
        return ProblemDocuments.of(
                switch (fault) {
                    case TOO_LARGE -> new Failure.BodyTooLarge(bodyBytes, maxBodyBytes);
                    case TOO_SLOW -> new Failure.BodyTooSlow();
                    case BUSY -> new Failure.Busy(RETRY_AFTER);
                });
    }
}
