package dev.ose.adapter.aws;

import dev.ose.adapter.aws.AwsPlatformConfig.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How far a tenant has come to its account, and how.
 *
 * @param name for people
 * @param source where its account comes from
 * @param since when this state began
 * @param account absent until there is one
 * @param request AWS's number of the order to create an account; absent if there is none, or if it is unknown
 * @param history oldest first
 */
record AwsTenantRecord(
        String name,
        Source source,
        State state,
        Instant since,
        @Nullable String account,
        @Nullable String request,
        List<Event> history) {

    private static final int MAX_EVENTS = 200;

    /** How far it is. */
    enum State {
        /** An account is wanted. */
        WANTED,
        /** An order to create one is about to be sent, or was. */
        ORDERED,
        /** There is an account, whose role was not assumed yet. */
        JOINED,
        /** It has users. */
        READY,
        /** It was deleted; the account is still there. */
        REVOKED
    }

    /** What was done, in the words of the reference. */
    enum Action {
        CREATE_ACCOUNT,
        SYNC_STATE,
        REUSE_ACCOUNT,
        SHARE_ACCOUNT,
        ASSUME_ROLE,
        ENABLE_TENANT,
        RESET_ACCOUNT,
        REVOKE_ACCOUNT
    }

    /**
     * One entry of the history.
     *
     * @param detail an account, the number of an order, or why it failed
     */
    record Event(Instant at, Action action, String detail) {}

    AwsTenantRecord {
        history = List.copyOf(history);
    }

    static AwsTenantRecord wanted(String name, Source source, Instant now) {
        return new AwsTenantRecord(name, source, State.WANTED, now, null, null, List.of());
    }

    /** The same in another state, with what led there. */
    AwsTenantRecord in(State next, Event event) {
        return new AwsTenantRecord(name, source, next, event.at(), account, request, more(event));
    }

    AwsTenantRecord withAccount(@Nullable String known) {
        return new AwsTenantRecord(name, source, state, since, known, request, history);
    }

    AwsTenantRecord withRequest(@Nullable String known) {
        return new AwsTenantRecord(name, source, state, since, account, known, history);
    }

    /** A new life of a tenant that was deleted. */
    AwsTenantRecord renewed(String newName, Source newSource) {
        return new AwsTenantRecord(newName, newSource, state, since, null, null, history);
    }

    private List<Event> more(Event event) {
        List<Event> all = new ArrayList<>(history);
        all.add(event);
        return all.subList(Math.max(0, all.size() - MAX_EVENTS), all.size());
    }

    static AwsTenantRecord read(JsonNode node) {
        List<Event> history = node.required("history")
                .valueStream()
                .map(event -> new Event(
                        Instant.parse(event.required("at").stringValue()),
                        Action.valueOf(event.required("action").stringValue()),
                        event.required("detail").stringValue()))
                .toList();
        return new AwsTenantRecord(
                node.required("name").stringValue(),
                Source.valueOf(node.required("source").stringValue()),
                State.valueOf(node.required("state").stringValue()),
                Instant.parse(node.required("since").stringValue()),
                text(node, "account"),
                text(node, "request"),
                history);
    }

    private static @Nullable String text(JsonNode node, String name) {
        return node.path(name).asStringOpt().orElse(null);
    }

    ObjectNode toJson() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("source", source.name())
                .put("state", state.name())
                .put("since", since.toString());
        if (account != null) {
            node.put("account", account);
        }
        if (request != null) {
            node.put("request", request);
        }
        ArrayNode events = node.putArray("history");
        history.forEach(event -> events.addObject()
                .put("at", event.at().toString())
                .put("action", event.action().name())
                .put("detail", event.detail()));
        return node;
    }
}
