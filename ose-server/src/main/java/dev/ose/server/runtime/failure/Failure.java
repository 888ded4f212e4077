package dev.ose.server.runtime.failure;

import dev.ose.s3.error.S3Error;
import java.time.Duration;
import java.util.List;

/** All reasons why a request may fail. Sealed, so that each renderer must handle every case. */
public sealed interface Failure {

    /** The request itself is invalid. */
    sealed interface OfRequest extends Failure
            permits Unacceptable, Unauthenticated, BodyTooLarge, LengthMissing, BodyCut, BodyTooSlow {}

    /** The caller is not permitted to do this, or must not learn whether it is. */
    sealed interface OfAccess extends Failure
            permits NotAllowed,
                    CallerDisabled,
                    CrossOriginRefused,
                    QuotaExceeded,
                    TooManyBuckets,
                    RightMissing,
                    TenantNotActivated {}

    /** A login of the admin API was refused. */
    sealed interface OfLogin extends Failure
            permits WrongLogin, CodeNeeded, PasswordExpired, TooManyWrongLogins, SignInOverdue, DirectorTokenRefused {}

    /** A resource is missing or in a conflicting state. */
    sealed interface OfState extends Failure
            permits BucketMissing,
                    BucketTaken,
                    BucketBusy,
                    NotFound,
                    AlreadyExists,
                    Invalid,
                    Protected,
                    NotEmpty,
                    WrongState,
                    VersionsDiffer,
                    BucketsHeld,
                    WebhookNamed,
                    Outdated,
                    KeyReused,
                    KeyBusy,
                    MadeAlready {}

    /** OSE, the platform or the database cannot serve the request now. */
    sealed interface OfService extends Failure
            permits CreationUndone,
                    CreationUnfinished,
                    NotOffered,
                    Busy,
                    PlatformUnreachable,
                    OutcomeUnknown,
                    DirectorUnreachable,
                    MetadataUnavailable,
                    AuditUnavailable,
                    AuditIncomplete,
                    PlatformRefused,
                    Internal {}

    /** The request violates a rule of S3, found while parsing; {@code error} is the S3 error. */
    record Unacceptable(S3Error error) implements OfRequest {}

    /** Authentication failed; {@code answer} is the S3 error. */
    record Unauthenticated(S3Error answer) implements OfRequest {}

    /** The declared body exceeds the limit of the request. */
    record BodyTooLarge(long proposedBytes, long maximumBytes) implements OfRequest {}

    /** The request has a body of undeclared length. */
    record LengthMissing() implements OfRequest {}

    /** The client stopped before the declared end of its body. */
    record BodyCut(long expectedBytes, long receivedBytes) implements OfRequest {}

    /** The client sent its body slower than the minimum rate. */
    record BodyTooSlow() implements OfRequest {}

    /** The caller is known and not permitted to do this; also used if existence must not be disclosed. */
    record NotAllowed(String operation) implements OfAccess {}

    /** The caller's tenant, user or credential is disabled or expired. */
    record CallerDisabled() implements OfAccess {}

    /**
     * The bucket's CORS configuration does not allow the origin to send such a request. A bucket without a
     * configuration is answered like a missing one.
     *
     * @param method the method of the cross-origin request
     * @param resource {@code BUCKET} or {@code OBJECT}
     */
    record CrossOriginRefused(boolean hasRules, String method, String resource) implements OfAccess {}

    /** A quota does not allow that much more; {@code holder} is its kind of holder: bucket, user or tenant. */
    record QuotaExceeded(String holder) implements OfAccess {}

    /** The quota of the user or tenant, {@code holder}, allows no further bucket. */
    record TooManyBuckets(String holder) implements OfAccess {}

    /** The roles of a user of Cloud Director lack {@code right}, named as there. */
    record RightMissing(String right) implements OfAccess {}

    /** The organisation of Cloud Director is no tenant. */
    record TenantNotActivated(String organisation) implements OfAccess {}

    /** The name or the password is wrong, or the code beside them; which of them is not disclosed. */
    record WrongLogin() implements OfLogin {}

    /** The password is right, and the account wants a code of its second factor beside it. */
    record CodeNeeded() implements OfLogin {}

    /** The password is right, and good for choosing a new one only. */
    record PasswordExpired() implements OfLogin {}

    /** There were too many wrong logins; the next one is checked after {@code retryAfter}. */
    record TooManyWrongLogins(Duration retryAfter) implements OfLogin {}

    /** The token is right, and its account has not signed in by its identity provider for too long. */
    record SignInOverdue() implements OfLogin {}

    /** Cloud Director does not take the access token. */
    record DirectorTokenRefused() implements OfLogin {}

    /** The caller sees no such bucket. */
    record BucketMissing(String bucket) implements OfState {}

    /** Another tenant owns a bucket of that name. */
    record BucketTaken(String bucket) implements OfState {}

    /** Another request is creating, deleting or changing the bucket. */
    record BucketBusy(String bucket) implements OfState {}

    /** A resource named in an administrative request does not exist. */
    record NotFound(String kind, String name) implements OfState {}

    /** A resource to be created exists already. */
    record AlreadyExists(String kind, String name) implements OfState {}

    /** The input of an administrative or listing request violates {@code rule}; {@code field} names the input. */
    record Invalid(String field, String rule) implements OfState {}

    /** OSE itself needs the resource, such as a user's reserved credential. */
    record Protected(String kind, String name) implements OfState {}

    /** A user to be deleted has buckets, or a tenant to be deleted has users or buckets. */
    record NotEmpty(String kind, String name, long users, long buckets) implements OfState {}

    /** The state of the resource does not allow the change. */
    record WrongState(String kind, String name, String state) implements OfState {}

    /**
     * Nodes of several versions are alive, of which the older may not know what the change allows.
     *
     * @param nodes each with its version
     */
    record VersionsDiffer(List<String> nodes) implements OfState {

        public VersionsDiffer {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * The buckets of a user that is disabled and to be deleted cannot be transferred yet.
     *
     * @param written buckets with writes under way
     * @param uploading buckets with incomplete multipart uploads
     * @param begun buckets with an earlier transfer whose outcome the platform has not reported
     */
    record BucketsHeld(String user, List<String> written, List<String> uploading, List<String> begun)
            implements OfState {

        public BucketsHeld {
            written = List.copyOf(written);
            uploading = List.copyOf(uploading);
            begun = List.copyOf(begun);
        }
    }

    /** A webhook to be deleted is named by the notification configurations of these buckets. */
    record WebhookNamed(long webhook, List<String> buckets) implements OfState {

        public WebhookNamed {
            buckets = List.copyOf(buckets);
        }
    }

    /** The resource has changed since the state that the change was meant for. */
    record Outdated(String kind, String name) implements OfState {}

    /** The idempotency key was sent with another request before. */
    record KeyReused() implements OfState {}

    /** A request with the idempotency key is being carried out. */
    record KeyBusy() implements OfState {}

    /** The request was carried out before, and made this; the answer had a secret and is not kept. */
    record MadeAlready(String made) implements OfState {}

    /**
     * A setting of a new bucket could not be set, so that the bucket was removed again.
     *
     * @param setting such as {@code versioning}
     */
    record CreationUndone(String bucket, String setting, String reason) implements OfService {}

    /** The same, but that the removal failed, too: the bucket may exist without some settings. */
    record CreationUnfinished(String bucket, String setting, String reason) implements OfService {}

    /** OSE or the platform does not support the operation, named as in S3. */
    record NotOffered(String operation) implements OfService {}

    /** The capacity is exhausted; the client should retry after {@code retryAfter}. */
    record Busy(Duration retryAfter) implements OfService {}

    /** The platform could not be reached and nothing was done. */
    record PlatformUnreachable(String platform) implements OfService {}

    /** The request was sent to the platform and not answered: it may or may not have been carried out. */
    record OutcomeUnknown(String operation) implements OfService {}

    /** Cloud Director gave no usable answer about a token; the client should retry after {@code retryAfter}. */
    record DirectorUnreachable(Duration retryAfter) implements OfService {}

    /** The database does not answer; nothing was done. */
    record MetadataUnavailable() implements OfService {}

    /** The audit log cannot be written; nothing was done. */
    record AuditUnavailable() implements OfService {}

    /** The call was carried out, and the audit log did not take its outcome. */
    record AuditIncomplete() implements OfService {}

    /** The platform refused an administrative call, or a request of OSE's own. */
    record PlatformRefused(String platform, String explanation) implements OfService {}

    /** A bug of OSE, logged with its stack trace where the request ends. The client receives no details. */
    record Internal(RuntimeException bug) implements OfService {}
}
