package dev.ose.server.upstream;

import dev.ose.s3.document.CorsConfiguration;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Turns a platform's answer to the question for a bucket's cross-origin rules into rules. */
final class CorsRulesAnswer implements PlatformListener {

    private static final int MAX_BYTES = 256 * 1024;

    private final Platform platform;
    private final Supplier<PooledBuffer> buffers;
    private final CompletableFuture<Optional<CorsConfiguration>> rules;

    CorsRulesAnswer(
            Platform platform, Supplier<PooledBuffer> buffers, CompletableFuture<Optional<CorsConfiguration>> rules) {
        this.platform = platform;
        this.buffers = buffers;
        this.rules = rules;
    }

    @Override
    public void responded(PlatformResponse response) {
        int status = response.status();
        SmallBody.read(response.body(), buffers.get(), MAX_BYTES, new SmallBody.Reader() {
            @Override
            public void read(byte[] body) {
                answered(status, body);
            }

            @Override
            public void tooLarge() {
                response.body().abort();
                rules.complete(Optional.empty());
            }

            @Override
            public void broke(IOException cause) {
                unreachable();
            }
        });
    }

    /** A refusal means that there are no rules, or none that the owner, who may be suspended, can have in force. */
    private void answered(int status, byte[] body) {
        if (status == 200) {
            rules.complete(parse(body));
        } else if (status == 501 || (status >= 400 && status < 500)) {
            rules.complete(Optional.empty());
        } else {
            unreachable();
        }
    }

    /** Rules that came to the platform past us and that we would have refused allow nothing. */
    private static Optional<CorsConfiguration> parse(byte[] body) {
        try {
            return Optional.of(CorsConfiguration.read(body));
        } catch (S3ErrorException e) {
            return Optional.empty();
        }
    }

    @Override
    public void failed(Failure failure) {
        rules.completeExceptionally(new FailureException(failure));
    }

    @Override
    public void bodyFailed(IOException cause) {
        unreachable();
    }

    private void unreachable() {
        failed(new Failure.PlatformUnreachable(platform.name()));
    }
}
