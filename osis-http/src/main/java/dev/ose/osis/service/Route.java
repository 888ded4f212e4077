package dev.ose.osis.service;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One operation of the contract.
 *
 * @param template the segments of its path; one in braces is a variable
 * @param isOpen whether it needs no authentication
 */
record Route(String method, List<String> template, boolean isOpen, Function<OsisCall, OsisReply> operation) {

    static Route of(String method, String template, Function<OsisCall, OsisReply> operation) {
        return new Route(method, segments(template), false, operation);
    }

    static Route open(String method, String template, Function<OsisCall, OsisReply> operation) {
        return new Route(method, segments(template), true, operation);
    }

    private static List<String> segments(String template) {
        return Arrays.asList(template.substring(1).split("/"));
    }

    /** The values of the variables if the path matches the template. */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != template.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String expected = template.get(i);
            if (expected.startsWith("{")) {
                variables.put(expected.substring(1, expected.length() - 1), path.get(i));
            } else if (!expected.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
