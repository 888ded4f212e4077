package dev.ose.osis.service;

import dev.ose.osis.model.MalformedDocumentException;
import dev.ose.osis.model.OsisJson;
import dev.ose.osis.model.OsisPage;
import dev.ose.osis.model.PageInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One parsed request. */
final class OsisCall {

    private static final long DEFAULT_LIMIT = 100;

    /** Larger pages would only make long answers; callers request the next page. */
    private static final long MAX_LIMIT = 1_000;

    private final Map<String, String> variables;
    private final Map<String, String> query;
    private final byte[] body;

    /**
     * @param variables the values of the variables in the route's path, decoded
     * @param query the parameters behind the question mark, decoded; the first of a name counts
     */
    OsisCall(Map<String, String> variables, Map<String, String> query, byte[] body) {
        this.variables = variables;
        this.query = query;
        this.body = body;
    }

    String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no variable " + name);
        }
        return value;
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name)).filter(value -> !value.isBlank());
    }

    boolean flag(String name) {
        return parameter(name)
                .map(value -> switch (value) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw OsisRefusal.badRequest(name + " must be true or false");
                })
                .orElse(false);
    }

    OsisFilter filter() {
        return OsisFilter.parse(query.getOrDefault("filter", ""));
    }

    <T> T document(Class<T> form) {
        try {
            return OsisJson.read(body, form);
        } catch (MalformedDocumentException e) {
            throw OsisRefusal.badRequest("the body is " + e.getMessage());
        }
    }

    /** The requested page of the list, as an answer. */
    <T> OsisReply page(List<T> all) {
        return OsisReply.ok(cut(all));
    }

    /** The requested page of the list. */
    <T> OsisPage<T> cut(List<T> all) {
        long offset = number("offset", 0);
        long limit = Math.min(number("limit", DEFAULT_LIMIT), MAX_LIMIT);
        int from = (int) Math.min(offset, all.size());
        int to = (int) Math.min(from + limit, all.size());
        return new OsisPage<>(all.subList(from, to), new PageInfo(limit, offset, (long) all.size()));
    }

    private long number(String name, long usual) {
        return parameter(name)
                .map(text -> {
                    if (!text.matches("[0-9]{1,18}")) {
                        throw OsisRefusal.badRequest(name + " must be a whole number from 0");
                    }
                    return Long.parseLong(text);
                })
                .orElse(usual);
    }
}
