package dev.ose.server.runtime.failure;

import dev.ose.s3.error.S3Error;
import java.time.Duration;
import java.util.List;

/** Everything that may keep a request from being done. Closed, so that each renderer must answer every case. */
public sealed interface Failure {

    /** The request itself is wrong. */
    sealed interface OfRequest extends Failure
            permits Unacceptable, Unauthenticated, BodyTooLarge, LengthMissing, BodyCut, BodyTooSlow {}

    /** The caller may not do this, or must not learn whether it could. */
    sealed interface OfAccess extends Failure
            permits NotAllowed, CallerDisabled, CrossOriginRefused, QuotaExceeded, TooManyBuckets {}

    /** The thing is missing or in the way. */
    sealed interface OfState extends Failure
            permits BucketMissing,
                    BucketTaken,
                    BucketBusy,
                    NotFound,
                    AlreadyExists,
                    Invalid,
                    Protected,
                    NotEmpty,
                    BucketsHeld {}

    /** We, the platform or the database cannot do it now. */
    sealed interface OfService extends Failure
            permits NotOffered,
                    Busy,
                    PlatformUnreachable,
                    OutcomeUnknown,
                    MetadataUnavailable,
                    PlatformRefused,
                    Internal {}

    /** The request broke a rule of S3 while it was parsed; {@code error} is S3's own answer to it. */
    record Unacceptable(S3Error error) implements OfRequest {}

    /** The request's signature did not prove who sent it; {@code answer} explains it as S3 does. */
    record Unauthenticated(S3Error answer) implements OfRequest {}

    /** The declared body exceeds what one request may carry. */
    record BodyTooLarge(long proposedBytes, long maximumBytes) implements OfRequest {}

    /** A body is coming and its length was not declared. */
    record LengthMissing() implements OfRequest {}

    /** The client stopped before the declared end of its body. */
    record BodyCut(long expectedBytes, long receivedBytes) implements OfRequest {}

    /** The client sent its body slower than the minimum rate. */
    record BodyTooSlow() implements OfRequest {}

    /** The caller is known and may not do this; also the answer where even existence must stay hidden. */
    record NotAllowed(String operation) implements OfAccess {}

    /** The caller's tenant, user or credential is disabled or expired. */
    record CallerDisabled() implements OfAccess {}

    /**
     * The bucket does not let pages of that origin send such a request. A bucket without rules and a bucket that does not
     * exist are the same to a page.
     *
     * @param method what the page would send
     * @param resource {@code BUCKET} or {@code OBJECT}
     */
    record CrossOriginRefused(boolean hasRules, String method, String resource) implements OfAccess {}

    /** There is no room for that much more; {@code holder} says under whose quota: bucket, user or tenant. */
    record QuotaExceeded(String holder) implements OfAccess {}

    /** Another bucket would be more than the quota of the user or tenant, {@code holder}, permits. */
    record TooManyBuckets(String holder) implements OfAccess {}

    /** There is no such bucket in the caller's view. */
    record BucketMissing(String bucket) implements OfState {}

    /** Another tenant owns a bucket of that name. */
    record BucketTaken(String bucket) implements OfState {}

    /** Another request is deleting the bucket. */
    record BucketBusy(String bucket) implements OfState {}

    /** An administrator asked for something that does not exist. */
    record NotFound(String kind, String name) implements OfState {}

    /** An administrator would make something twice. */
    record AlreadyExists(String kind, String name) implements OfState {}

    /** What an administrator, or somebody who asks for a list, has put in breaks a rule; {@code rule} says which, {@code field} where. */
    record Invalid(String field, String rule) implements OfState {}

    /** The thing is needed by OSE itself, such as a user's reserved credential. */
    record Protected(String kind, String name) implements OfState {}

    /** An administrator would remove a user that has buckets, or a tenant that has users or buckets. */
    record NotEmpty(String kind, String name, long users, long buckets) implements OfState {}

    /**
     * The buckets of a user who is to be removed, and is disabled, cannot be given away yet.
     *
     * @param written those into which writes are under way
     * @param uploading those with uploads that are not complete
     * @param begun those of which the platform has not told whether an earlier gift was done
     */
    record BucketsHeld(String user, List<String> written, List<String> uploading, List<String> begun)
            implements OfState {

        public BucketsHeld {
            written = List.copyOf(written);
            uploading = List.copyOf(uploading);
            begun = List.copyOf(begun);
        }
    }

    /** OSE or the platform does not offer the operation, named as S3 names it. */
    record NotOffered(String operation) implements OfService {}

    /** All slots are taken; the client should come back after {@code retryAfter}. */
    record Busy(Duration retryAfter) implements OfService {}

    /** The platform could not be reached and nothing was done. */
    record PlatformUnreachable(String platform) implements OfService {}

    /** The request went to the platform and its answer never came: it may or may not have been done. */
    record OutcomeUnknown(String operation) implements OfService {}

    /** The database does not answer; nothing was done. */
    record MetadataUnavailable() implements OfService {}

    /** The platform understood an administrative call, or a question of our own, and refused it. */
    record PlatformRefused(String platform, String explanation) implements OfService {}

    /** A bug of OSE, logged with its trace where the request ends. The client learns no more than that there is one. */
    record Internal(RuntimeException bug) implements OfService {}
}
