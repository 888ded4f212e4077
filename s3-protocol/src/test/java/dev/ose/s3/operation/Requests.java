package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns raw request lines into operations the way an edge does, for the tests of this package. */
final class Requests {

    static final S3Addressing ROOT = S3Addressing.root();

    private Requests() {}

    static Parsed<S3Operation> parse(S3Addressing addressing, String host, String line, Map<String, String> headers) {
        int space = line.indexOf(' ');
        String method = line.substring(0, space);
        return RawTarget.parse(line.substring(space + 1))
                .flatMap(target -> addressing.resolve(target.path(), host).flatMap(resource -> QueryParameters.parse(
                                target.query())
                        .flatMap(query ->
                                S3OperationParser.parse(method, resource, query, name -> header(headers, name)))));
    }

    static S3Operation operation(String line, String... headers) {
        return parse(ROOT, "localhost", line, pairs(headers)).orElseThrow();
    }

    static S3Error error(String line, String... headers) {
        return switch (parse(ROOT, "localhost", line, pairs(headers))) {
            case Parsed.Refusal<S3Operation>(S3Error error) -> error;
            case Parsed.Value<S3Operation>(S3Operation operation) -> throw new AssertionError("parsed " + operation);
        };
    }

    private static @Nullable String header(Map<String, String> headers, String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    private static Map<String, String> pairs(String... headers) {
        return switch (headers.length) {
            case 0 -> Map.of();
            case 2 -> Map.of(headers[0], headers[1]);
            default -> Map.of(headers[0], headers[1], headers[2], headers[3]);
        };
    }
}
