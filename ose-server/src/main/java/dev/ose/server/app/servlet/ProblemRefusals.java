package dev.ose.server.app.servlet;

import dev.ose.server.admin.json.ProblemDocuments;
import dev.ose.server.http.WholeMessages;
import dev.ose.server.runtime.failure.Failure;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Refusals in the admin API's error format. */
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
        return switch (fault) {
            case NO_LOGIN -> ProblemDocuments.loginNeeded();
            case TOO_LARGE -> ProblemDocuments.of(new Failure.BodyTooLarge(bodyBytes, maxBodyBytes));
            case TOO_SLOW -> ProblemDocuments.of(new Failure.BodyTooSlow());
            case BUSY -> ProblemDocuments.of(new Failure.Busy(RETRY_AFTER));
        };
    }

    @Override
    public ByteBuffer begin(HttpServerExchange exchange, WholeMessages.Fault fault, long bodyBytes) {
        if (fault == WholeMessages.Fault.NO_LOGIN) {
            exchange.getResponseHeaders().put(Headers.WWW_AUTHENTICATE, ProblemDocuments.CHALLENGE);
        }
        return WholeMessages.Refusals.super.begin(exchange, fault, bodyBytes);
    }
}
