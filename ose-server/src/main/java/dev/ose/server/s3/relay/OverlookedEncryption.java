package dev.ose.server.s3.relay;

import dev.ose.adapter.Quirk;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.auth.S3Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Headers that ask for encryption, on a platform that {@link Quirk#ENCRYPTION_OVERLOOKED overlooks} them: the client
 * would take for encrypted what is not.
 */
public final class OverlookedEncryption {

    private static final List<String> PREFIXES =
            List.of("x-amz-server-side-encryption", "x-amz-copy-source-server-side-encryption");

    private OverlookedEncryption() {}

    /** The refusal of the first such header of a request, if there is one. */
    public static Optional<Failure> refusal(S3Request request, Platform platform) {
        if (!platform.has(Quirk.ENCRYPTION_OVERLOOKED)) {
            return Optional.empty();
        }
        List<HeaderField> headers = new ArrayList<>();
        request.forEachHeader((name, value) -> headers.add(new HeaderField(name, value)));
        return refusal(headers, platform);
    }

    /** The same of these headers, whose names are in lower case. */
    public static Optional<Failure> refusal(List<HeaderField> headers, Platform platform) {
        if (!platform.has(Quirk.ENCRYPTION_OVERLOOKED)) {
            return Optional.empty();
        }
        return headers.stream()
                .map(HeaderField::name)
                .filter(name -> PREFIXES.stream().anyMatch(name::startsWith))
                .findFirst()
                .map(name -> new Failure.Unacceptable(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", name)));
    }
}
