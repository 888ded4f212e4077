package dev.ose.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request of the admin API, ready to be sent.
 *
 * @param <A> what its answer is read as
 * @param method such as {@code GET}
 * @param target absolute path, and the query if it has one; percent-encoded
 * @param body JSON, for a {@code PATCH} a merge patch; absent if the request has none
 * @param reader makes the answer of its JSON
 */
public record Call<A>(
        String method, String target, @Nullable JsonNode body, Function<JsonNode, A> reader) implements Request<A> {

    /** A request without query. The path has {@code {}} where the parameters go, which are encoded. */
    static <A> Call<A> of(
            String method, String path, @Nullable Document body, Function<JsonNode, A> reader, String... parameters) {
        StringBuilder target = new StringBuilder();
        int from = 0;
        for (String parameter : parameters) {
            int gap = path.indexOf("{}", from);
            target.append(path, from, gap).append(encoded(parameter));
            from = gap + 2;
        }
        target.append(path, from, path.length());
        return new Call<>(method, target.toString(), body == null ? null : body.json(), reader);
    }

    /** The same with a parameter of the query; unchanged if that is null. */
    Call<A> with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        char separator = target.indexOf('?') < 0 ? '?' : '&';
        return new Call<>(method, target + separator + name + '=' + encoded(value.toString()), body, reader);
    }

    /** Reads the JSON of an answer with a status of success. */
    public A read(JsonNode answer) {
        return reader.apply(answer);
    }

    @Override
    public Call<A> call() {
        return this;
    }

    /** Omits the body, which may contain secrets. */
    @Override
    public String toString() {
        return "Call[" + method + ' ' + target + ']';
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
