package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.ServiceOperation.FindBuckets;
import dev.ose.s3.operation.ServiceOperation.Whose;
import java.util.List;
import java.util.Locale;

/** Parses the operations without a bucket: ListBuckets, and OSE's search of buckets. */
final class ServiceRequests {

    private static final int MAX_BUCKETS = 10_000;
    private static final int MAX_FOUND = 1_000;
    private static final int USUALLY_FOUND = 100;
    private static final List<String> OF_FIND = List.of("all", "shared", "filter", "order", "offset", "limit");
    private static final List<String> OF_LIST = List.of("prefix", "continuation-token", "max-buckets", "bucket-region");

    private final RequestArguments arguments;

    ServiceRequests(RequestArguments arguments) {
        this.arguments = arguments;
    }

    ServiceOperation operation() {
        if (arguments.method() != S3Method.GET) {
            throw arguments.methodNotAllowed("SERVICE");
        }
        return OF_FIND.stream().anyMatch(arguments.query()::contains) ? find() : list();
    }

    private ServiceOperation list() {
        String limit = arguments.text("max-buckets");
        return new ServiceOperation.ListBuckets(
                arguments.text("prefix"),
                arguments.query().first("continuation-token"),
                limit.isEmpty() ? null : limit("max-buckets", MAX_BUCKETS),
                arguments.query().first("bucket-region"));
    }

    private ServiceOperation find() {
        for (String other : OF_LIST) {
            if (arguments.query().contains(other)) {
                throw refused("Argument " + other + " does not go with any of " + String.join(", ", OF_FIND), other);
            }
        }
        String order = arguments.text("order").strip();
        int space = order.indexOf(' ');
        String offset = arguments.text("offset");
        return new FindBuckets(
                whose(),
                arguments.text("filter"),
                space < 0 ? order : order.substring(0, space),
                space >= 0 && isDescending(order.substring(space + 1)),
                offset.isEmpty() ? 0 : RequestArguments.number(offset, "offset"),
                arguments.text("limit").isEmpty() ? USUALLY_FOUND : limit("limit", MAX_FOUND));
    }

    private Whose whose() {
        if (!arguments.query().contains("all")) {
            return arguments.query().contains("shared") ? Whose.SHARED : Whose.OWN;
        }
        if (arguments.query().contains("shared")) {
            throw refused("Conflicting query string parameters: all, shared", "shared");
        }
        return Whose.ALL;
    }

    private boolean isDescending(String direction) {
        return switch (direction.strip().toUpperCase(Locale.ROOT)) {
            case "ASC" -> false;
            case "DESC" -> true;
            default -> throw refused("Argument order must be a property and ASC or DESC", "order");
        };
    }

    private int limit(String name, int max) {
        int limit = RequestArguments.number(arguments.text(name), name);
        if (limit < 1 || limit > max) {
            throw refused("Argument " + name + " must be an integer between 1 and " + max, name);
        }
        return limit;
    }

    private S3ErrorException refused(String message, String name) {
        return RequestArguments.refused(S3Error.invalidArgument(message, name, arguments.text(name)));
    }
}
