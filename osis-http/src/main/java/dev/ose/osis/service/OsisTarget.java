package dev.ose.osis.service;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The target of a request, decoded once: segments of the path, parameters of the query in form encoding. */
final class OsisTarget {

    private OsisTarget() {}

    static List<String> path(URI uri) {
        String path = uri.getRawPath();
        if (path == null || !path.startsWith("/")) {
            throw OsisRefusal.notFound();
        }
        return Arrays.stream(path.substring(1).split("/", -1))
                // In a path, a plus is literal.
                .map(segment -> decode(segment.replace("+", "%2B")))
                .toList();
    }

    static Map<String, String> query(URI uri) {
        Map<String, String> parameters = new LinkedHashMap<>();
        String query = uri.getRawQuery();
        if (query != null) {
            for (String parameter : query.split("&", -1)) {
                int equals = parameter.indexOf('=');
                String name = equals < 0 ? parameter : parameter.substring(0, equals);
                String value = equals < 0 ? "" : parameter.substring(equals + 1);
                parameters.putIfAbsent(decode(name), decode(value));
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw OsisRefusal.badRequest("the address is not percent-encoded as it should be");
        }
    }
}
