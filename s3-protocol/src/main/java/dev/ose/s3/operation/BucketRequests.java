package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.UploadId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses the operations on a bucket. */
final class BucketRequests {

    private static final String RESOURCE = "BUCKET";
    private static final List<String> OBJECT_PARAMETERS = List.of("uploadId", "partNumber", "versionId");

    private final BucketName bucket;
    private final RequestArguments arguments;

    BucketRequests(BucketName bucket, RequestArguments arguments) {
        this.bucket = bucket;
        this.arguments = arguments;
    }

    BucketOperation operation() {
        if (arguments.method() == S3Method.OPTIONS) {
            return new BucketOperation.BucketPreflight(bucket, arguments.corsQuestion());
        }
        String selector = arguments.selector();
        return selector == null ? plain() : selected(selector);
    }

    private BucketOperation plain() {
        return switch (arguments.method()) {
            case GET -> listing();
            case HEAD -> new BucketOperation.HeadBucket(bucket);
            case PUT -> {
                refuseObjectParameters();
                yield new BucketOperation.CreateBucket(bucket, arguments.flag("x-amz-bucket-object-lock-enabled"));
            }
            case DELETE -> {
                refuseObjectParameters();
                yield new BucketOperation.DeleteBucket(bucket);
            }
            case POST -> form();
            case OPTIONS -> throw arguments.methodNotAllowed(RESOURCE);
        };
    }

    /** A client that lost its key must not create or delete the bucket instead. */
    private void refuseObjectParameters() {
        if (OBJECT_PARAMETERS.stream().anyMatch(arguments.query()::contains)) {
            throw arguments.methodNotAllowed(RESOURCE);
        }
    }

    private BucketOperation form() {
        String type = arguments.headers().get("content-type");
        if (type == null || !type.strip().toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            throw RequestArguments.refused(S3Error.of(S3ErrorCode.PRECONDITION_FAILED)
                    .with("Condition", "Bucket POST must be of the enclosure-type multipart/form-data"));
        }
        requireNoParameters();
        return new BucketOperation.PostObject(bucket);
    }

    /** A form states everything in its fields, except the bucket in its address. */
    private void requireNoParameters() {
        for (QueryParameters.Parameter parameter : arguments.query().parameters()) {
            if (RequestParameters.areKnown(parameter.name())) {
                throw RequestArguments.refused(S3Error.invalidArgument(
                        "A form takes no query parameters", parameter.name(), parameter.value()));
            }
        }
    }

    private BucketOperation selected(String selector) {
        if (selector.equals("metadataAnnotationTable")) {
            throw RequestArguments.refused(
                    S3Error.of(S3ErrorCode.NOT_IMPLEMENTED, "Tables of annotations are not implemented"));
        }
        return BucketAction.find(selector, arguments.method())
                .map(this::selected)
                .orElseGet(() -> subresource(selector, arguments.method()));
    }

    private BucketOperation selected(BucketAction action) {
        return switch (action) {
            case LIST_MULTIPART_UPLOADS -> uploads();
            case LIST_OBJECT_VERSIONS -> versions();
            case CREATE_SESSION -> new BucketOperation.CreateSession(bucket);
            case DELETE_OBJECTS -> new BucketOperation.DeleteObjects(bucket, arguments.bypassGovernance());
            case CREATE_BUCKET,
                    DELETE_BUCKET,
                    HEAD_BUCKET,
                    LIST_OBJECTS,
                    LIST_OBJECTS_V2,
                    POST_OBJECT,
                    BUCKET_PREFLIGHT -> throw new IllegalStateException(action + " has no selector");
        };
    }

    private BucketOperation subresource(String selector, S3Method method) {
        String id = arguments.query().first("id");
        String chosen = id == null || id.isEmpty() ? null : id;
        if (chosen != null) {
            BucketSubresource.Action named =
                    BucketSubresource.Action.find(selector, method, true).orElse(null);
            if (named != null) {
                return new BucketSubresource(bucket, named, chosen);
            }
        }
        BucketSubresource.Action action =
                BucketSubresource.Action.find(selector, method, false).orElse(null);
        if (action != null) {
            return new BucketSubresource(bucket, action, null);
        }
        if (BucketSubresource.Action.find(selector, method, true).isPresent()) {
            throw RequestArguments.refused(S3Error.invalidArgument("The configuration id is required", "id", ""));
        }
        throw notAllowed(selector);
    }

    private BucketOperation listing() {
        String type = arguments.text("list-type");
        if (type.isEmpty() || type.equals("1")) {
            return new BucketOperation.ListObjects(bucket, arguments.filter("max-keys"), arguments.text("marker"));
        }
        if (!type.equals("2")) {
            throw RequestArguments.refused(
                    S3Error.invalidArgument("Invalid List Type specified in Request", "list-type", type));
        }
        String token = arguments.text("continuation-token");
        return new BucketOperation.ListObjectsV2(
                bucket,
                arguments.filter("max-keys"),
                token.isEmpty() ? null : token,
                arguments.query().first("start-after"),
                arguments.text("fetch-owner").equalsIgnoreCase("true"));
    }

    private BucketOperation versions() {
        String keyMarker = arguments.text("key-marker");
        String marker = arguments.text("version-id-marker");
        if (keyMarker.isEmpty() && !marker.isEmpty()) {
            throw RequestArguments.refused(S3Error.invalidArgument(
                    "A version-id marker cannot be specified without a key marker.", "version-id-marker", marker));
        }
        return new BucketOperation.ListObjectVersions(
                bucket,
                arguments.filter("max-keys"),
                keyMarker,
                marker.isEmpty() ? null : arguments.versionId("version-id-marker"));
    }

    private BucketOperation uploads() {
        String keyMarker = arguments.text("key-marker");
        return new BucketOperation.ListMultipartUploads(
                bucket,
                arguments.filter("max-uploads"),
                keyMarker,
                keyMarker.isEmpty() ? null : uploadIdMarker(arguments.text("upload-id-marker")));
    }

    private static @Nullable UploadId uploadIdMarker(String marker) {
        if (marker.isEmpty()) {
            return null;
        }
        return UploadId.parse(marker)
                .orElseThrow(() -> RequestArguments.refused(
                        S3Error.invalidArgument("Invalid uploadId marker", "upload-id-marker", marker)));
    }

    private RuntimeException notAllowed(String selector) {
        return arguments.methodNotAllowed(selector.toUpperCase(Locale.ROOT));
    }
}
