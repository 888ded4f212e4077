package dev.ose.s3.document;

import dev.ose.s3.operation.CorsQuestion;
import dev.ose.s3.operation.S3Method;
import dev.ose.s3.xml.XmlWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which requests of other origins one rule allows. Origins and headers may have one {@code *} each, which stands for
 * any text; headers are compared in any case.
 *
 * @param id null if the rule has none
 * @param exposedHeaders what a page may read of an answer
 * @param maxAgeSeconds how long a browser may remember the answer to a preflight; null to leave it to the browser
 */
public record CorsRule(
        @Nullable String id,
        List<String> origins,
        List<S3Method> methods,
        List<String> headers,
        List<String> exposedHeaders,
        @Nullable Integer maxAgeSeconds) {

    public CorsRule {
        origins = List.copyOf(origins);
        methods = List.copyOf(methods);
        headers = List.copyOf(headers);
        exposedHeaders = List.copyOf(exposedHeaders);
    }

    /** The rule's answer; empty if it does not match. */
    Optional<CorsAnswer> answer(CorsQuestion question) {
        boolean isAbout = methods.contains(question.method())
                && question.headers().stream().allMatch(this::allowsHeader);
        return isAbout
                ? origins.stream()
                        .filter(pattern -> matches(pattern, question.origin()))
                        .findFirst()
                        .map(pattern -> new CorsAnswer(
                                pattern.equals("*") ? pattern : question.origin(),
                                methods,
                                question.headers(),
                                exposedHeaders,
                                maxAgeSeconds))
                : Optional.empty();
    }

    private boolean allowsHeader(String asked) {
        return headers.stream()
                .anyMatch(pattern -> matches(pattern.toLowerCase(Locale.ROOT), asked.toLowerCase(Locale.ROOT)));
    }

    private static boolean matches(String pattern, String text) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(text);
        }
        String before = pattern.substring(0, star);
        String after = pattern.substring(star + 1);
        return text.length() >= before.length() + after.length() && text.startsWith(before) && text.endsWith(after);
    }

    void write(XmlWriter xml) {
        xml.start("CORSRule").optional("ID", id);
        origins.forEach(origin -> xml.element("AllowedOrigin", origin));
        methods.forEach(method -> xml.element("AllowedMethod", method.name()));
        headers.forEach(header -> xml.element("AllowedHeader", header));
        exposedHeaders.forEach(header -> xml.element("ExposeHeader", header));
        if (maxAgeSeconds != null) {
            xml.element("MaxAgeSeconds", maxAgeSeconds);
        }
        xml.end();
    }
}
