package dev.ose.server.s3.relay;

import dev.ose.s3.error.S3ErrorCode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Chooses the words of a platform's refusal that a client reads. Platforms name in them whom they know the caller as,
 * the policy that stood in the way, and balancers the host that failed, all of which is the provider's; so a client
 * reads ours. Only where the platform complains of what the client itself sent may it say what is wrong with that, in
 * plain words.
 */
final class PlatformMessages {

    /** Codes that say too little of a client's own input for it to find its mistake. */
    private static final Set<S3ErrorCode> ABOUT_INPUT = EnumSet.of(
            S3ErrorCode.ILLEGAL_VERSIONING_CONFIGURATION_EXCEPTION,
            S3ErrorCode.INVALID_ARGUMENT,
            S3ErrorCode.INVALID_ENCRYPTION_ALGORITHM_ERROR,
            S3ErrorCode.INVALID_POLICY_DOCUMENT,
            S3ErrorCode.INVALID_REQUEST,
            S3ErrorCode.INVALID_RETENTION_PERIOD,
            S3ErrorCode.INVALID_TAG,
            S3ErrorCode.MALFORMED_ACL_ERROR,
            S3ErrorCode.MALFORMED_POLICY,
            S3ErrorCode.MALFORMED_XML,
            S3ErrorCode.NOT_IMPLEMENTED);

    private static final int MAX_LENGTH = 300;

    private static final Pattern SPACE = Pattern.compile(" +");

    /**
     * A word of a language, the name of a header, a number, or one of the names with digits that S3 speaks of. An id,
     * an address, a resource name or a path has digits among its letters, or dots, colons or slashes within, or is all
     * capitals and long.
     */
    private static final Pattern PLAIN = Pattern.compile(
            "[\"'(\\[]*(?:(?![A-Z]{9})[A-Za-z]{1,20}(?:['-][A-Za-z]{1,20}){0,4}"
                    + "|x-amz-[a-z0-9-]{1,60}|[0-9]{1,9}"
                    + "|MD5|Content-MD5|SHA-?1|SHA-?256|CRC-?32C?|CRC-?64NVME|AES256|UTF-8|S3|HTTP/1\\.1)?[\"')\\].,:;!?]*");

    private PlatformMessages() {}

    /**
     * What a client reads.
     *
     * @param told the platform's words, or empty
     * @param host of the platform, which is no plain word even if it looks like one
     */
    static String of(S3ErrorCode code, String told, String host) {
        return ABOUT_INPUT.contains(code) && !told.isBlank() && isPlain(told, host) ? told : code.message();
    }

    private static boolean isPlain(String text, String host) {
        return text.length() <= MAX_LENGTH
                && !text.contains(host)
                && Arrays.stream(SPACE.split(text))
                        .allMatch(word -> PLAIN.matcher(word).matches());
    }
}
