package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses the operations on an object. */
final class ObjectRequests {

    private static final String RESOURCE = "OBJECT";
    private static final int MAX_PARTS = 1000;

    private final BucketName bucket;
    private final ObjectKey key;
    private final RequestArguments arguments;

    ObjectRequests(BucketName bucket, ObjectKey key, RequestArguments arguments) {
        this.bucket = bucket;
        this.key = key;
        this.arguments = arguments;
    }

    private static final List<String> UPLOAD_PARAMETERS = List.of("uploadId", "partNumber");

    ObjectOperation operation() {
        if (arguments.method() == S3Method.OPTIONS) {
            return new ObjectOperation.ObjectPreflight(bucket, key, arguments.corsQuestion());
        }
        String selector = arguments.selector();
        if (selector == null) {
            return plain();
        }
        requireNoUpload(selector);
        return selected(selector);
    }

    /** A platform might look at the upload first, and do something else than was authorised and is tracked. */
    private void requireNoUpload(String beside) {
        for (String name : UPLOAD_PARAMETERS) {
            if (arguments.query().contains(name)) {
                String names = beside + ", " + name;
                throw RequestArguments.refused(S3Error.invalidArgument(
                        "Conflicting query string parameters: " + names, "ResourceType", names));
            }
        }
    }

    private ObjectOperation plain() {
        boolean inUpload = arguments.query().contains("uploadId");
        return switch (arguments.method()) {
            case GET -> inUpload ? parts() : read();
            case HEAD -> {
                if (inUpload) {
                    throw arguments.methodNotAllowed(RESOURCE);
                }
                yield head();
            }
            case PUT -> inUpload || arguments.query().contains("partNumber") ? part() : write();
            case POST -> {
                if (!inUpload) {
                    throw arguments.methodNotAllowed(RESOURCE);
                }
                arguments.refuseVersionId();
                yield new ObjectOperation.CompleteMultipartUpload(bucket, key, arguments.uploadId());
            }
            case DELETE -> inUpload ? abort() : delete();
            case OPTIONS -> throw arguments.methodNotAllowed(RESOURCE);
        };
    }

    private ObjectOperation read() {
        return new ObjectOperation.GetObject(bucket, key, arguments.versionId(), readPart(), arguments.overrides());
    }

    private ObjectOperation head() {
        return new ObjectOperation.HeadObject(bucket, key, arguments.versionId(), readPart(), arguments.overrides());
    }

    /** The requested part of a read; a part and a range exclude each other. */
    private @Nullable PartNumber readPart() {
        PartNumber number = arguments.partNumber();
        if (number != null && arguments.headers().get("range") != null) {
            throw RequestArguments.refused(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST, "Cannot specify both Range header and partNumber query parameter"));
        }
        return number;
    }

    private ObjectOperation write() {
        arguments.refuseVersionId();
        boolean mayOverwrite = arguments.mayOverwrite();
        if (!arguments.isCopy()) {
            return new ObjectOperation.PutObject(bucket, key, mayOverwrite);
        }
        if (!mayOverwrite) {
            // Platforms do not declare whether they support conditions on copies, and one that ignores them would
            // overwrite.
            throw RequestArguments.refused(
                    S3Error.of(S3ErrorCode.NOT_IMPLEMENTED, "overwrite=false is not implemented for copies"));
        }
        return new ObjectOperation.CopyObject(bucket, key, arguments.copySource());
    }

    private ObjectOperation part() {
        arguments.refuseVersionId();
        PartNumber number = arguments.partNumber();
        if (number == null || !arguments.query().contains("uploadId")) {
            throw RequestArguments.refused(S3Error.invalidArgument(
                    "This operation needs both partNumber and uploadId", "partNumber", arguments.text("partNumber")));
        }
        UploadId upload = arguments.uploadId();
        return arguments.isCopy()
                ? new ObjectOperation.UploadPartCopy(
                        bucket, key, upload, number, arguments.copySource(), arguments.copyRange())
                : new ObjectOperation.UploadPart(bucket, key, upload, number);
    }

    private ObjectOperation parts() {
        int maxParts = arguments.limit("max-parts", MAX_PARTS);
        int marker = arguments.count("part-number-marker");
        return new ObjectOperation.ListParts(bucket, key, arguments.uploadId(), maxParts, marker);
    }

    private ObjectOperation abort() {
        arguments.refuseVersionId();
        return new ObjectOperation.AbortMultipartUpload(bucket, key, arguments.uploadId());
    }

    private ObjectOperation delete() {
        DeletionScope scope = arguments.deletionScope();
        return new ObjectOperation.DeleteObject(
                bucket, scope.isFolder() ? folder() : key, arguments.versionId(), arguments.bypassGovernance(), scope);
    }

    /** The folder that the key names, with or without the slash at its end. */
    private ObjectKey folder() {
        return key.value().endsWith("/")
                ? key
                : ObjectKey.parse(key.value() + '/')
                        .orElseThrow(() -> RequestArguments.refused(S3Error.of(S3ErrorCode.KEY_TOO_LONG_ERROR)));
    }

    private ObjectOperation selected(String selector) {
        return switch (selector) {
            case "annotation" ->
                throw RequestArguments.refused(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED, "Annotations of objects are not implemented"));
            case "logging" -> throw RequestArguments.refused(S3Error.of(S3ErrorCode.NO_LOGGING_STATUS_FOR_KEY));
            default ->
                ObjectAction.find(selector, arguments.method())
                        .map(action -> action.parse(bucket, key, arguments))
                        .orElseGet(() -> property(selector));
        };
    }

    private ObjectOperation property(String selector) {
        ObjectSubresource.Action action = ObjectSubresource.Action.find(selector, arguments.method())
                .orElseThrow(() -> arguments.methodNotAllowed(selector.toUpperCase(Locale.ROOT)));
        return new ObjectSubresource(bucket, key, action, arguments.versionId());
    }
}
