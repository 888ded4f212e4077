package dev.ose.adapter.osis;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Joins any texts to one id, reversibly. */
final class PathSegments {

    private PathSegments() {}

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String join(String... words) {
        return Arrays.stream(words).map(PathSegments::encode).collect(Collectors.joining("/"));
    }

    /** The joined texts; empty if their number or form differs. */
    static Optional<List<String>> split(String joined, int count) {
        String[] parts = joined.split("/", -1);
        if (parts.length != count) {
            return Optional.empty();
        }
        try {
            List<String> words = Arrays.stream(parts)
                    .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
                    .toList();
            boolean ours = words.stream().noneMatch(String::isBlank)
                    && join(words.toArray(String[]::new)).equals(joined);
            return ours ? Optional.of(words) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
