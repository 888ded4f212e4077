package dev.ose.server.s3;

import dev.ose.adapter.Capability;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;
import java.util.Optional;

/**
 * Preconditions that the platform ignores. It would delete or overwrite an object that the client wants to keep, so
 * each is {@code NotImplemented} by name before anything is sent. The conditions of PutObject are passed on: platforms
 * have supported them for longer.
 */
final class OverlookedConditions {

    private static final List<String> TAGS = List.of("if-match", "if-none-match");

    private static final List<String> OF_SOURCE = List.of(
            "x-amz-copy-source-if-match",
            "x-amz-copy-source-if-none-match",
            "x-amz-copy-source-if-modified-since",
            "x-amz-copy-source-if-unmodified-since");

    private OverlookedConditions() {}

    /** The refusal of the first one of a request, if there is one. */
    static Optional<Failure> refusal(ObjectOperation operation, OperationContext context) {
        return switch (operation) {
            case ObjectOperation.DeleteObject _ -> refusal(Capability.CONDITIONAL_DELETES, TAGS, context);
            case ObjectOperation.CompleteMultipartUpload _ ->
                refusal(Capability.CONDITIONAL_COMPLETIONS, TAGS, context);
            case ObjectOperation.CopyObject _ ->
                refusal(Capability.CONDITIONAL_COPIES, TAGS, context)
                        .or(() -> refusal(Capability.COPY_SOURCE_CONDITIONS, OF_SOURCE, context));
            case ObjectOperation _ -> Optional.empty();
        };
    }

    private static Optional<Failure> refusal(Capability needed, List<String> headers, OperationContext context) {
        if (context.platform().offers(needed)) {
            return Optional.empty();
        }
        return headers.stream()
                .filter(name -> !context.request().headerValues(name).isEmpty())
                .findFirst()
                .map(name -> new Failure.Unacceptable(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", name)));
    }
}
