package dev.ose.s3.permission;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.operation.ObjectAction;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.policy.ContextKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The condition keys of policies that depend on the operation, not on the caller.
 *
 * @param headers those of the request
 */
public record OperationFacts(S3Operation operation, HeaderLookup headers) {

    /** The values of a key; none if it does not apply to the operation. */
    public List<String> values(ContextKey key) {
        return switch (key.name()) {
            case COPY_SOURCE -> copySource().stream().toList();
            case PREFIX -> listing().map(ListingFilter::prefix).stream().toList();
            case DELIMITER -> listing().map(ListingFilter::delimiter).stream().toList();
            case MAX_KEYS ->
                listing().map(filter -> Integer.toString(filter.limit())).stream()
                        .toList();
            case VERSION_ID -> {
                VersionId version = version();
                yield version == null ? List.of() : List.of(version.value());
            }
            case REQUEST_OBJECT_TAG ->
                tags().filter(tag -> tag.getFirst().equals(key.detail()))
                        .map(List::getLast)
                        .toList();
            case REQUEST_OBJECT_TAG_KEYS -> tags().map(List::getFirst).toList();
            // Keys of STS requests, of the caller and of the time.
            case TOKEN_CLAIM,
                    EXTERNAL_ID,
                    ROLE_SESSION_NAME,
                    CURRENT_TIME,
                    EPOCH_TIME,
                    SECURE_TRANSPORT,
                    SOURCE_IP,
                    USER_ID,
                    USER_NAME -> List.of();
            case REFERER,
                    USER_AGENT,
                    ACL,
                    CONTENT_SHA256,
                    GRANT_FULL_CONTROL,
                    GRANT_READ,
                    GRANT_READ_ACP,
                    GRANT_WRITE,
                    GRANT_WRITE_ACP,
                    METADATA_DIRECTIVE,
                    OBJECT_LOCK_LEGAL_HOLD,
                    OBJECT_LOCK_MODE,
                    OBJECT_LOCK_RETAIN_UNTIL,
                    OBJECT_OWNERSHIP,
                    SERVER_SIDE_ENCRYPTION,
                    SERVER_SIDE_ENCRYPTION_KEY,
                    STORAGE_CLASS,
                    WEBSITE_REDIRECT -> optional(headers.get(key.name().header().orElseThrow()));
        };
    }

    /**
     * Whether head and address of the request determine the key: tags may be in its body, or be those of a copied
     * object.
     */
    public boolean knows(ContextKey key) {
        return switch (key.name()) {
            case REQUEST_OBJECT_TAG, REQUEST_OBJECT_TAG_KEYS ->
                operation.action() != ObjectSubresource.Action.PUT_OBJECT_TAGGING
                        && keptTags().isEmpty();
            case OBJECT_LOCK_MODE, OBJECT_LOCK_RETAIN_UNTIL -> operation.action() != ObjectAction.PUT_OBJECT_RETENTION;
            case OBJECT_LOCK_LEGAL_HOLD -> operation.action() != ObjectSubresource.Action.PUT_OBJECT_LEGAL_HOLD;
            default -> true;
        };
    }

    /** The copy whose tags are those of its source, if it has any; empty for whatever else. */
    public Optional<ObjectOperation.CopyObject> keptTags() {
        return operation instanceof ObjectOperation.CopyObject copy
                        && !"REPLACE".equalsIgnoreCase(headers.get("x-amz-tagging-directive"))
                ? Optional.of(copy)
                : Optional.empty();
    }

    /** The same about one of the objects that a request deletes, which it names in its body. */
    public OperationFacts ofDelete(BucketOperation.DeleteObjects all, ObjectKey key, @Nullable VersionId version) {
        return new OperationFacts(
                new ObjectOperation.DeleteObject(all.bucket(), key, version, all.bypassGovernance()), headers);
    }

    private static List<String> optional(@Nullable String value) {
        return value == null ? List.of() : List.of(value);
    }

    /** Decoded, since a policy names objects by their keys, not by one of their many spellings. */
    private Optional<String> copySource() {
        return operation instanceof ObjectOperation onObject
                ? onObject.copySource().map(OperationFacts::text)
                : Optional.empty();
    }

    private static String text(CopySource source) {
        return source.bucket().value() + '/' + source.key().value();
    }

    private Optional<ListingFilter> listing() {
        return switch (operation) {
            case BucketOperation.ListObjects list -> Optional.of(list.filter());
            case BucketOperation.ListObjectsV2 list -> Optional.of(list.filter());
            case BucketOperation.ListObjectVersions list -> Optional.of(list.filter());
            case BucketOperation.ListMultipartUploads list -> Optional.of(list.filter());
            default -> Optional.empty();
        };
    }

    /** The version; for a copy, that of its source. */
    private @Nullable VersionId version() {
        if (!(operation instanceof ObjectOperation onObject)) {
            return null;
        }
        CopySource source = onObject.copySource().orElse(null);
        return source == null ? onObject.versionId() : source.versionId();
    }

    /** The tags put along with an object, key and value each. */
    private Stream<List<String>> tags() {
        String query = headers.get("x-amz-tagging");
        return query == null
                ? Stream.empty()
                : Stream.of(query.split("&", -1)).map(pair -> {
                    int equals = pair.indexOf('=');
                    return equals < 0
                            ? List.of(decoded(pair), "")
                            : List.of(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
                });
    }

    /** Text that is no valid encoding is taken literally; the platform will refuse it. */
    private static String decoded(String text) {
        return UriEncoding.decode(text.replace('+', ' ')).orElse(text);
    }
}
