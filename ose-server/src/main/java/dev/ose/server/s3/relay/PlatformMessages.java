package dev.ose.server.s3.relay;

import dev.ose.s3.error.S3ErrorCode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Chooses the message of a platform's refusal. Platforms' messages contain their name of the caller, policies, and
 * hosts, which must not be disclosed; so clients usually get OSE's message. Only for errors in the client's own input
 * may the platform's message pass, if it consists of plain words.
 */
final class PlatformMessages {

    /** Codes about a client's input that are not specific enough without the platform's message. */
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
     * A word, the name of a header, a number, or a known name with digits. Ids, addresses, resource names and paths
     * contain digits among letters, dots, colons or slashes, or are long and all capitals.
     */
    private static final Pattern PLAIN =
            Pattern.compile("[\"'(\\[]*(?:(?![A-Z]{9})[A-Za-z]{1,20}(?:['-][A-Za-z]{1,20}){0,4}"
                    + "|x-amz-[a-z0-9-]{1,60}|[0-9]{1,9}"
                    + "|MD5|Content-MD5|SHA-?1|SHA-?256|CRC-?32C?|CRC-?64NVME|AES256|UTF-8|S3|HTTP/1\\.1)?"
                    + "[\"')\\].,:;!?]*");

    private PlatformMessages() {}

    /**
     * The message for the client.
     *
     * @param given the platform's message, or empty
     * @param host of the platform, which never counts as a plain word
     */
    static String of(S3ErrorCode code, String given, String host) {
        return ABOUT_INPUT.contains(code) && !given.isBlank() && isPlain(given, host) ? given : code.message();
    }

    private static boolean isPlain(String text, String host) {
        return text.length() <= MAX_LENGTH
                && !text.contains(host)
                && Arrays.stream(SPACE.split(text))
                        .allMatch(word -> PLAIN.matcher(word).matches());
    }
}
