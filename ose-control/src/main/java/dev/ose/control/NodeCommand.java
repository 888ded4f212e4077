package dev.ose.control;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to the node's admin API, which the keeper forwards as a provider administrator.
 *
 * @param method such as {@code GET}
 * @param path with its query, percent-encoded
 * @param body JSON; absent if the request has none
 */
public record NodeCommand(
        String method, String path, @Nullable JsonNode body) implements Command {

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    /** Absolute, below the API or a health page, without characters that could end a request line. */
    private static final Pattern PATH = Pattern.compile("/(api/v1|health|metrics)/[\\x21\\x24-\\x7e]{0,4096}");

    public NodeCommand {
        // An absent value arrives as JSON's null.
        body = body == null || body.isNull() ? null : body;
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("a method is one of " + METHODS);
        }
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException("a path begins with /api/v1/, /health/ or /metrics/ and is encoded");
        }
    }

    /** Omits the body, which may contain secrets. */
    @Override
    public String toString() {
        return "NodeCommand[" + method + " " + path + "]";
    }
}
