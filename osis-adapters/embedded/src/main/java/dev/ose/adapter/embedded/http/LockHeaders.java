package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.BucketLock;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lock.ObjectLock;
import dev.ose.s3.lock.Retention;
import dev.ose.s3.lock.RetentionMode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The headers of Object Lock in writes and reads.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html">Managing Object
 *     Lock</a>
 */
final class LockHeaders {

    private static final String MODE = "x-amz-object-lock-mode";
    private static final String UNTIL = "x-amz-object-lock-retain-until-date";
    private static final String HOLD = "x-amz-object-lock-legal-hold";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);

    private LockHeaders() {}

    /** The requested lock; refuses invalid ones. */
    static ObjectLock asked(WireRequest request, StoredBucket bucket, Instant now) {
        String mode = request.get(MODE);
        String until = request.get(UNTIL);
        String hold = request.get(HOLD);
        if (mode == null && until == null && hold == null) {
            return ObjectLock.NONE;
        }
        if (bucket.settings().lock() == null) {
            throw missingConfiguration();
        }
        return new ObjectLock(retention(mode, until, now), hold == null ? null : hold(hold));
    }

    /** Refuses a body without a digest if it is to be locked: it could not be replaced if it arrived damaged. */
    static void requireDigest(WireRequest request, StoredBucket bucket, ObjectLock asked, String action) {
        BucketLock lock = bucket.settings().lock();
        boolean isLocked = !asked.isNone() || (lock != null && lock.defaultRetention() != null);
        if (isLocked && !BodyChecks.statesDigest(request)) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST,
                    "Content-MD5 OR x-amz-checksum- HTTP header is required for " + action
                            + " requests with Object Lock parameters"));
        }
    }

    /**
     * Adds the headers of a GET or HEAD.
     *
     * @param mayDo whether the caller has the permission on the object; named without the prefix {@code s3:}
     */
    static void describe(EmbeddedReply reply, ObjectLock lock, Predicate<String> mayDo) {
        if (lock.isNone()) {
            return;
        }
        Retention retention = lock.retention();
        if (retention != null && mayDo.test("GetObjectRetention")) {
            reply.with(MODE, retention.mode().name())
                    .with(UNTIL, TIME.format(retention.until().atOffset(ZoneOffset.UTC)));
        }
        Boolean hold = lock.legalHold();
        if (hold != null && mayDo.test("GetObjectLegalHold")) {
            reply.with(HOLD, hold ? "ON" : "OFF");
        }
    }

    static S3ErrorException missingConfiguration() {
        return new S3ErrorException(
                S3Error.of(S3ErrorCode.INVALID_REQUEST, "Bucket is missing Object Lock Configuration"));
    }

    static S3ErrorException isProtected() {
        return new S3ErrorException(protectedVersion());
    }

    static S3Error protectedVersion() {
        return S3Error.of(S3ErrorCode.ACCESS_DENIED, "Access Denied because object protected by object lock.");
    }

    static S3ErrorException invalid(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_ARGUMENT, message));
    }

    private static @Nullable Retention retention(@Nullable String mode, @Nullable String until, Instant now) {
        if (mode == null && until == null) {
            return null;
        }
        if (mode == null || until == null) {
            throw invalid(UNTIL + " and " + MODE + " must both be supplied");
        }
        Retention retention = new Retention(
                RetentionMode.find(mode).orElseThrow(() -> invalid("Unknown wormMode directive.")), time(until));
        if (!retention.isInForce(now)) {
            throw invalid("The retain until date must be in the future!");
        }
        return retention;
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text.strip()).toInstant();
        } catch (DateTimeParseException e) {
            throw invalid("The retain until date must be provided in ISO 8601 format");
        }
    }

    private static boolean hold(String text) {
        return switch (text) {
            case "ON" -> true;
            case "OFF" -> false;
            default -> throw invalid("Legal Hold must be either of 'ON' or 'OFF'");
        };
    }
}
