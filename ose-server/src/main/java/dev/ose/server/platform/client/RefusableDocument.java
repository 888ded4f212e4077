package dev.ose.server.platform.client;

import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.platform.Platform;
import dev.ose.server.transfer.DocumentAnswerListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Receives a document as bytes, its absence, or a permanent refusal. Temporary failures fail the request instead; among
 * these are an unknown key, a clock skew and a suspended user.
 */
final class RefusableDocument extends DocumentAnswerListener<Optional<byte[]>> {

    private static final Set<String> PASSES = Set.of(
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch",
            "RequestTimeTooSkewed",
            "AuthorizationHeaderMalformed",
            "UserSuspended",
            "RequestTimeout",
            "SlowDown");

    RefusableDocument(Platform platform, Supplier<PooledBuffer> buffers, int maximumBytes) {
        super(platform, buffers, maximumBytes);
    }

    @Override
    protected void answered(PlatformResponse head, byte[] body) {
        switch (head.status()) {
            case 200 -> answer(Optional.of(body));
            case 404 -> answer(Optional.empty());
            default -> {
                if (PASSES.contains(code(body))) {
                    unreachable();
                } else {
                    refusedOrUnreachable(head.status());
                }
            }
        }
    }

    private static String code(byte[] body) {
        try {
            return PlatformAnswer.read(body) instanceof PlatformAnswer.Failed failed ? failed.code() : "";
        } catch (MalformedXmlException e) {
            return "";
        }
    }
}
