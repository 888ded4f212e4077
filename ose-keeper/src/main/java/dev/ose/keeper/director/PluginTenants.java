package dev.ose.keeper.director;

import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundRequest.Body;
import dev.ose.keeper.director.DirectorException.Why;
import dev.ose.keeper.director.UiPlugins.Plugin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Which organisations see a plug-in. */
final class PluginTenants {

    private static final String ORGANISATIONS = "/cloudapi/1.0.0/orgs";
    private static final int PAGE = 128;
    private static final int MAX_PAGES = 200;
    private static final Body NOTHING = new Body.None();

    private final ProviderSession session;

    PluginTenants(ProviderSession session) {
        this.session = session;
    }

    /** An organisation as the API names it. */
    record Organisation(String name, String id) {}

    /** Those that see any of these versions. */
    List<Organisation> of(List<Plugin> versions) throws DirectorException, OutboundException {
        Set<Organisation> all = new HashSet<>();
        for (Plugin version : versions) {
            all.addAll(pages(UiPlugins.path(version) + "/tenants"));
        }
        return List.copyOf(all);
    }

    /** The named ones; fails if there is one that Cloud Director does not have. */
    List<Organisation> named(List<String> names) throws DirectorException, OutboundException {
        if (names.isEmpty()) {
            return List.of();
        }
        List<Organisation> found = pages(ORGANISATIONS).stream()
                .filter(it -> names.contains(it.name()))
                .toList();
        Set<String> known = found.stream().map(Organisation::name).collect(Collectors.toSet());
        List<String> unknown = names.stream().filter(it -> !known.contains(it)).toList();
        if (!unknown.isEmpty()) {
            throw new DirectorException(
                    Why.REFUSED,
                    "Cloud Director has no organisation " + String.join(", ", unknown),
                    "Give names as Cloud Director has them, with commas between, or all, or none.");
        }
        return found;
    }

    void publishToAll(Plugin plugin) throws DirectorException, OutboundException {
        UiPlugins.ask(session, "POST", UiPlugins.path(plugin) + "/tenants/publishAll", NOTHING);
    }

    void withdrawFromAll(Plugin plugin) throws DirectorException, OutboundException {
        UiPlugins.ask(session, "POST", UiPlugins.path(plugin) + "/tenants/unpublishAll", NOTHING);
    }

    void publish(Plugin plugin, List<Organisation> organisations) throws DirectorException, OutboundException {
        if (organisations.isEmpty()) {
            return;
        }
        ArrayNode references = JsonMapper.shared().createArrayNode();
        organisations.forEach(
                it -> references.addObject().put("name", it.name()).put("id", it.id()));
        UiPlugins.ask(session, "POST", UiPlugins.path(plugin) + "/tenants/publish", UiPlugins.body(references));
    }

    /** Some versions answer pages, some a list. */
    private List<Organisation> pages(String path) throws DirectorException, OutboundException {
        List<Organisation> all = new ArrayList<>();
        for (int page = 1, pages = 1; page <= pages && page <= MAX_PAGES; page++) {
            String address = path + "?page=" + page + "&pageSize=" + PAGE;
            JsonNode answer = UiPlugins.json(UiPlugins.ask(session, "GET", address, NOTHING));
            pages = answer.path("pageCount").asInt(1);
            (answer.isArray() ? answer : answer.path("values"))
                    .values()
                    .forEach(it -> all.add(new Organisation(
                            it.path("name").asString(""), it.path("id").asString(""))));
        }
        return all;
    }
}
