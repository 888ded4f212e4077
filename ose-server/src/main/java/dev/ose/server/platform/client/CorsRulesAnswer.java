package dev.ose.server.platform.client;

import dev.ose.s3.document.CorsConfiguration;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.platform.Platform;
import dev.ose.server.transfer.DocumentAnswerListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/** Converts a platform's answer to GetBucketCors. */
final class CorsRulesAnswer extends DocumentAnswerListener<Optional<CorsConfiguration>> {

    private static final int MAX_BYTES = 256 * 1024;

    CorsRulesAnswer(Platform platform, Supplier<PooledBuffer> buffers) {
        super(platform, buffers, MAX_BYTES);
    }

    /** A refusal counts as no rules: there are none, or the owner, who may be suspended, cannot read them. */
    @Override
    protected void answered(PlatformResponse head, byte[] body) {
        int status = head.status();
        if (status == 200) {
            answer(parse(body));
        } else if (status == 501 || (status >= 400 && status < 500)) {
            answer(Optional.empty());
        } else {
            unreachable();
        }
    }

    @Override
    protected void answeredTooMuch() {
        answer(Optional.empty());
    }

    /** Invalid rules, which were set on the platform directly, allow nothing. */
    private static Optional<CorsConfiguration> parse(byte[] body) {
        try {
            return Optional.of(CorsConfiguration.read(body));
        } catch (S3ErrorException e) {
            return Optional.empty();
        }
    }
}
