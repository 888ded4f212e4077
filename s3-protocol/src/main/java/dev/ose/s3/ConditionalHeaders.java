package dev.ose.s3;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a request, evaluated in the order of
 * <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2">RFC 9110</a>, which S3 follows: If-Match hides
 * If-Unmodified-Since, If-None-Match hides If-Modified-Since. Tags may be quoted, bare or {@code *}; a weak tag never
 * satisfies If-Match. A date that cannot be read is ignored. Each header is null when absent.
 */
public record ConditionalHeaders(
        @Nullable String ifMatch,
        @Nullable String ifNoneMatch,
        @Nullable String ifModifiedSince,
        @Nullable String ifUnmodifiedSince) {

    /** No condition. */
    public static final ConditionalHeaders NONE = new ConditionalHeaders(null, null, null, null);

    /** The result of the preconditions of a read. */
    public enum ReadOutcome {
        PROCEED,
        /** Answer 304. */
        NOT_MODIFIED,
        /** Answer 412. */
        PRECONDITION_FAILED
    }

    /** The result of the preconditions of a write. */
    public enum WriteOutcome {
        PROCEED,
        /** Answer 412. */
        PRECONDITION_FAILED,
        /** Answer 404: there is nothing that could match. */
        NO_SUCH_KEY,
        /** Answer 501: S3 knows If-None-Match on a write only with a star. */
        NOT_IMPLEMENTED
    }

    /** Decides a GET or HEAD of an object that exists. */
    public ReadOutcome evaluateRead(ETag tag, Instant lastModified) {
        if (!isUnchanged(tag, lastModified)) {
            return ReadOutcome.PRECONDITION_FAILED;
        }
        return isNews(tag, lastModified) ? ReadOutcome.PROCEED : ReadOutcome.NOT_MODIFIED;
    }

    /** Decides a copy by the state of its source; the headers are the {@code x-amz-copy-source-if-} ones. */
    public boolean allowsCopy(ETag tag, Instant lastModified) {
        return evaluateRead(tag, lastModified) == ReadOutcome.PROCEED;
    }

    /**
     * Decides a PUT, a completion or a DELETE; dates play no part. See
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html">conditional writes</a>.
     *
     * @param current the tag of the current object, null when there is none
     */
    public WriteOutcome evaluateWrite(@Nullable ETag current) {
        if (ifNoneMatch != null) {
            if (!ifNoneMatch.strip().equals("*")) {
                return WriteOutcome.NOT_IMPLEMENTED;
            }
            if (current != null) {
                return WriteOutcome.PRECONDITION_FAILED;
            }
        }
        if (ifMatch == null) {
            return WriteOutcome.PROCEED;
        }
        if (current == null) {
            return WriteOutcome.NO_SUCH_KEY;
        }
        return contains(ifMatch, current, false) ? WriteOutcome.PROCEED : WriteOutcome.PRECONDITION_FAILED;
    }

    private boolean isUnchanged(ETag tag, Instant lastModified) {
        if (ifMatch != null) {
            return contains(ifMatch, tag, false);
        }
        Instant limit = date(ifUnmodifiedSince).orElse(null);
        return limit == null || !seconds(lastModified).isAfter(limit);
    }

    private boolean isNews(ETag tag, Instant lastModified) {
        if (ifNoneMatch != null) {
            return !contains(ifNoneMatch, tag, true);
        }
        Instant limit = date(ifModifiedSince).orElse(null);
        return limit == null || seconds(lastModified).isAfter(limit);
    }

    private static Optional<Instant> date(@Nullable String header) {
        return header == null ? Optional.empty() : HttpDate.parse(header);
    }

    private static Instant seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Whether a list of tags names this one; a comma inside quotes belongs to the tag. */
    private static boolean contains(String header, ETag tag, boolean weakToo) {
        if (header.strip().equals("*")) {
            return true;
        }
        int start = 0;
        boolean quoted = false;
        for (int i = 0; i <= header.length(); i++) {
            boolean end = i == header.length();
            if (!end && header.charAt(i) == '"') {
                quoted = !quoted;
            }
            if (end || (header.charAt(i) == ',' && !quoted)) {
                if (names(header.substring(start, i).strip(), tag, weakToo)) {
                    return true;
                }
                start = i + 1;
            }
        }
        return false;
    }

    private static boolean names(String member, ETag tag, boolean weakToo) {
        boolean weak = member.startsWith("W/\"");
        return (weakToo || !weak) && ETag.parse(member).filter(tag::equals).isPresent();
    }
}
