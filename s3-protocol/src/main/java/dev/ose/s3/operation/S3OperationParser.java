package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;

/**
 * Parses a request to an operation. {@code MethodNotAllowed} for a known subresource with an unsupported method, {@code
 * InvalidArgument} for two subresources, versions, uploads or parts; unknown parameters are ignored. Total: every input
 * yields an operation or an error.
 */
public final class S3OperationParser {

    private S3OperationParser() {}

    /** The operation, or the error to answer. Reads no body and keeps nothing. */
    public static Parsed<S3Operation> parse(
            String method, S3Target target, QueryParameters query, HeaderLookup headers) {
        S3Method known = S3Method.find(method).orElse(null);
        if (known == null) {
            return Parsed.refuse(S3Error.of(S3ErrorCode.METHOD_NOT_ALLOWED));
        }
        try {
            RequestArguments arguments = new RequestArguments(known, query, headers);
            arguments.requireUnambiguous();
            arguments.requireKnownSelectors();
            S3Operation operation = operation(target, arguments);
            RequestMembers.requireOffered(operation.name(), query, headers);
            return Parsed.of(operation);
        } catch (S3ErrorException refused) {
            return Parsed.refuse(refused.error());
        }
    }

    private static S3Operation operation(S3Target target, RequestArguments arguments) {
        return switch (target) {
            case S3Target.Service _ -> new ServiceRequests(arguments).operation();
            case S3Target.ObjectResponseRoute _ -> objectResponse(arguments);
            case S3Target.Bucket(var bucket) -> new BucketRequests(bucket, arguments).operation();
            case S3Target.Key(var bucket, var key) -> new ObjectRequests(bucket, key, arguments).operation();
        };
    }

    private static S3Operation objectResponse(RequestArguments arguments) {
        if (arguments.method() != S3Method.POST) {
            throw arguments.methodNotAllowed("SERVICE");
        }
        return new ServiceOperation.WriteGetObjectResponse();
    }
}
