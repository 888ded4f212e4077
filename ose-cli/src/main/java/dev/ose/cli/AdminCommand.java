package dev.ose.cli;

import dev.ose.control.NodeCommand;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** A command over the node's admin API, which identifies tenants and users by id, the operator by name. */
abstract class AdminCommand extends BaseCommand {

    static final String TENANTS = "/api/v1/admin/tenants";

    AdminCommand(Terminal terminal) {
        super(terminal);
    }

    final JsonNode get(String path) {
        return ask(new NodeCommand("GET", path, null));
    }

    final JsonNode post(String path, @Nullable Object body) {
        return ask(new NodeCommand("POST", path, body == null ? null : Json.tree(body)));
    }

    final JsonNode put(String path, Object body) {
        return ask(new NodeCommand("PUT", path, Json.tree(body)));
    }

    final JsonNode patch(String path, Object body) {
        return ask(new NodeCommand("PATCH", path, Json.tree(body)));
    }

    final void delete(String path) {
        ask(new NodeCommand("DELETE", path, null));
    }

    final String tenantPath(String name) {
        return TENANTS + "/" + id(TENANTS, "tenant", name);
    }

    final String userPath(String tenant, String name) {
        String users = tenantPath(tenant) + "/users";
        return users + "/" + id(users, "user", name);
    }

    final String bucketPath(String tenant, String name) {
        return tenantPath(tenant) + "/buckets/" + encoded(name);
    }

    /** All items of a list, page by page. */
    final JsonNode all(String path) {
        return all(path, "");
    }

    /** The same with filters: parameters, each followed by {@code &}. */
    final JsonNode all(String path, String choice) {
        ArrayNode items = (ArrayNode) Json.tree(List.of());
        String after = "";
        do {
            JsonNode page = get(path + "?" + choice + "limit=1000&after=" + encoded(after));
            page.path("items").forEach(items::add);
            after = page.path("next").asString("");
        } while (!after.isEmpty());
        return items;
    }

    private String id(String path, String kind, String name) {
        JsonNode found = get(path + "?name=" + encoded(name)).path("items");
        if (found.isEmpty()) {
            throw CommandFailure.of(
                    ExitCode.REFUSED,
                    "OSE-2204",
                    "There is no " + kind + " " + name + ".",
                    "ose " + kind + " list shows those there are.");
        }
        return found.get(0).path("id").asString();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Deletes what has this address, unless only asked what would change, and shows what it was. */
    final ExitCode remove(String path, DryRun dryRun, String said) {
        return remove(path, path, dryRun, said);
    }

    /** The same of what is shown at another address than it is deleted at. */
    final ExitCode remove(String shown, String path, DryRun dryRun, String said) {
        JsonNode removed = get(shown);
        if (!dryRun.isAskedFor()) {
            delete(path);
        }
        showOne(removed);
        say(dryRun.isAskedFor() ? DryRun.SAID : said);
        return ExitCode.DONE;
    }

    final ExitCode showOne(JsonNode answer) {
        show(answer, it -> {
            Table table = new Table("WHAT", "VALUE");
            it.properties().forEach(field -> table.row(field.getKey(), Table.text(field.getValue())));
            return table;
        });
        return ExitCode.DONE;
    }
}
