package dev.ose.s3.policy;

import java.util.List;
import java.util.Map;

/** A request whose facts are in a table; keys are in a policy's spelling. */
record Facts(Map<String, List<String>> known) implements RequestContext {

    static Facts of(String key, String... values) {
        return new Facts(Map.of(key, List.of(values)));
    }

    @Override
    public boolean affords(long steps) {
        return true;
    }

    @Override
    public List<String> values(ContextKey key) {
        String name = key.detail().isEmpty()
                ? key.name().text()
                : key.name() == ContextKey.Name.TOKEN_CLAIM
                        ? key.detail()
                        : key.name().text() + '/' + key.detail();
        return known.getOrDefault(name, List.of());
    }
}
