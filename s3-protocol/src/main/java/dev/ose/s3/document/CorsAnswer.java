package dev.ose.s3.document;

import dev.ose.s3.operation.S3Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The CORS answer to a cross-origin request that a rule allows.
 *
 * @param origin the requesting origin, or {@code *} if the rule allows all
 * @param headers the allowed request headers, as requested
 */
public record CorsAnswer(
        String origin,
        List<S3Method> methods,
        List<String> headers,
        List<String> exposedHeaders,
        @Nullable Integer maxAgeSeconds) {

    /** Everything that the answer depends on, so that no cache gives it to another page. */
    private static final String VARY = "Origin, Access-Control-Request-Headers, Access-Control-Request-Method";

    public CorsAnswer {
        methods = List.copyOf(methods);
        headers = List.copyOf(headers);
        exposedHeaders = List.copyOf(exposedHeaders);
    }

    /**
     * The headers of the answer. Credentials are allowed only to origins that a rule names explicitly.
     *
     * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html">Cross-origin resource sharing</a>
     */
    public SequencedMap<String, String> toHeaders() {
        SequencedMap<String, String> answer = new LinkedHashMap<>();
        answer.put("Access-Control-Allow-Origin", origin);
        answer.put(
                "Access-Control-Allow-Methods",
                methods.stream().map(S3Method::name).collect(Collectors.joining(", ")));
        putList(answer, "Access-Control-Allow-Headers", headers);
        putList(answer, "Access-Control-Expose-Headers", exposedHeaders);
        if (maxAgeSeconds != null) {
            answer.put("Access-Control-Max-Age", Integer.toString(maxAgeSeconds));
        }
        if (!origin.equals("*")) {
            answer.put("Access-Control-Allow-Credentials", "true");
        }
        answer.put("Vary", VARY);
        return answer;
    }

    private static void putList(SequencedMap<String, String> answer, String name, List<String> values) {
        if (!values.isEmpty()) {
            answer.put(name, String.join(", ", values));
        }
    }
}
