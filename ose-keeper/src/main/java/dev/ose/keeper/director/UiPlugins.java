package dev.ose.keeper.director;

import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundRequest.Body;
import dev.ose.keeper.director.DirectorException.Why;
import dev.ose.keeper.director.ProviderSession.Answer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plug-ins of Cloud Director's portal, managed by its extension API ({@code /cloudapi/extensions/ui}). An
 * installation is all or nothing: a failed one is rolled back, and older versions are removed only after the newer one
 * is ready.
 */
public final class UiPlugins {

    private static final String EXTENSIONS = "/cloudapi/extensions/ui";
    private static final String JSON = "application/json";
    private static final String ZIP = "application/zip";

    /** Time limit of the upload; below the silence after which {@code ose} gives up. */
    private static final Duration UPLOAD = Duration.ofSeconds(150);

    /** Time limit of the unpacking, the same as in Cloud Director's published clients. */
    private static final Duration UNPACKING = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(250);
    private static final String READY = "ready";

    /** An entry of a Link header (RFC 8288): the address and its parameters. */
    private static final Pattern LINK = Pattern.compile("<([^>]+)>([^<]*)");

    private static final Body NOTHING = new Body.None();

    private static final String FOR_UPLOAD = "rel=\"upload:default\"";

    private final DirectorEndpoint link;

    public UiPlugins(DirectorEndpoint link) {
        this.link = link;
    }

    /** A plug-in registered at Cloud Director. */
    public record Plugin(String id, String name, String vendor, String version, String status, boolean enabled) {

        private static Plugin of(JsonNode plugin) {
            return new Plugin(
                    plugin.path("id").asString(""),
                    plugin.path("pluginName").asString(""),
                    plugin.path("vendor").asString(""),
                    plugin.path("version").asString(""),
                    plugin.path("plugin_status").asString(""),
                    plugin.path("enabled").asBoolean());
        }
    }

    /**
     * Result of an installation.
     *
     * @param installed the new version; without id and status in a dry run
     * @param removed versions that were replaced
     * @param published whether tenants see it
     */
    public record Installed(Plugin installed, List<Plugin> removed, boolean published, boolean dryRun) {}

    /** Plug-ins that were removed, or would be. */
    public record Removed(List<Plugin> removed, boolean dryRun) {}

    /** All registered plug-ins, Cloud Director's own among them. */
    public List<Plugin> list() throws DirectorException, InterruptedException {
        return ProviderSession.with(link, UiPlugins::list);
    }

    /** Registers, uploads and publishes it, replacing the plug-in of the same name and vendor. Blocks for minutes. */
    public Installed install(PluginPackage plugin, Publication publication, boolean dryRun, Consumer<String> progress)
            throws DirectorException, InterruptedException {
        return ProviderSession.with(link, session -> {
            List<Plugin> former = named(list(session), plugin.name(), plugin.vendor());
            PluginTenants tenants = new PluginTenants(session);
            Audience audience = audience(tenants, plugin, publication, former);
            if (dryRun) {
                Plugin wanted = new Plugin("", plugin.name(), plugin.vendor(), plugin.version(), "", true);
                return new Installed(wanted, former, audience.isAny(), true);
            }
            // Cloud Director rejects a second plug-in of the same version.
            List<Plugin> same = former.stream()
                    .filter(it -> it.version().equals(plugin.version()))
                    .toList();
            for (Plugin it : same) {
                remove(session, it);
            }
            Plugin made = bring(session, plugin, audience, progress);
            progress.accept("removing earlier versions");
            for (Plugin it : former) {
                if (!same.contains(it)) {
                    remove(session, it);
                }
            }
            return new Installed(made, former, audience.isAny(), false);
        });
    }

    /**
     * Publishes all versions of a plug-in anew.
     *
     * @return what was, or would be, published
     */
    public List<Plugin> publish(String name, String vendor, Publication publication, boolean dryRun)
            throws DirectorException, InterruptedException {
        return ProviderSession.with(link, session -> {
            List<Plugin> all = named(list(session), name, vendor);
            PluginTenants tenants = new PluginTenants(session);
            Audience audience = new Audience(
                    publication.kind() == Publication.Kind.ALL, tenants.named(publication.organisations()));
            for (Plugin it : dryRun ? List.<Plugin>of() : all) {
                tenants.withdrawFromAll(it);
                audience.publish(tenants, it);
            }
            return all;
        });
    }

    /** Who is to see a plug-in: all organisations, or these. */
    private record Audience(boolean isAll, List<PluginTenants.Organisation> organisations) {

        boolean isAny() {
            return isAll || !organisations.isEmpty();
        }

        void publish(PluginTenants tenants, Plugin plugin) throws DirectorException, OutboundException {
            if (isAll) {
                tenants.publishToAll(plugin);
            } else {
                tenants.publish(plugin, organisations);
            }
        }
    }

    private static Audience audience(
            PluginTenants tenants, PluginPackage plugin, Publication publication, List<Plugin> former)
            throws DirectorException, OutboundException {
        if (!plugin.isForTenants()) {
            return new Audience(false, List.of());
        }
        return switch (publication.kind()) {
            case ALL -> new Audience(true, List.of());
            case NONE -> new Audience(false, List.of());
            case LISTED -> new Audience(false, tenants.named(publication.organisations()));
            case AS_BEFORE ->
                former.isEmpty() ? new Audience(true, List.of()) : new Audience(false, tenants.of(former));
        };
    }

    /** Removes all versions of a plug-in; no error if there are none. */
    public Removed uninstall(String name, String vendor, boolean dryRun)
            throws DirectorException, InterruptedException {
        return ProviderSession.with(link, session -> {
            List<Plugin> all = named(list(session), name, vendor);
            for (Plugin it : dryRun ? List.<Plugin>of() : all) {
                remove(session, it);
            }
            return new Removed(all, dryRun);
        });
    }

    private static List<Plugin> named(List<Plugin> all, String name, String vendor) {
        return all.stream()
                .filter(it -> it.name().equals(name) && it.vendor().equals(vendor))
                .toList();
    }

    private static List<Plugin> list(ProviderSession session) throws DirectorException, OutboundException {
        List<Plugin> plugins = new ArrayList<>();
        JsonNode answer = json(ask(session, "GET", EXTENSIONS, NOTHING));
        answer.values().forEach(it -> plugins.add(Plugin.of(it)));
        return plugins;
    }

    /** Registers and uploads the new version; rolls back if that fails. */
    private static Plugin bring(
            ProviderSession session, PluginPackage plugin, Audience audience, Consumer<String> progress)
            throws DirectorException, OutboundException, InterruptedException {
        progress.accept("registering " + plugin.name() + " " + plugin.version());
        Plugin made = Plugin.of(json(ask(session, "POST", EXTENSIONS, body(plugin.metadata()))));
        if (made.id().isEmpty()) {
            throw unclear("under what id it registered the plug-in");
        }
        boolean isWhole = false;
        try {
            progress.accept("uploading " + plugin.sizeBytes() + " bytes");
            upload(session, made, plugin);
            if (audience.isAny()) {
                progress.accept("publishing to tenants");
                audience.publish(new PluginTenants(session), made);
            }
            progress.accept("waiting until Cloud Director has unpacked it");
            Plugin whole = whenReady(session, made);
            isWhole = true;
            return whole;
        } finally {
            if (!isWhole) {
                takeBack(session, made);
            }
        }
    }

    /** Cloud Director unpacks a plug-in after its upload, usually within seconds; its pages fail until then. */
    private static Plugin whenReady(ProviderSession session, Plugin made)
            throws DirectorException, OutboundException, InterruptedException {
        long deadline = System.nanoTime() + UNPACKING.toNanos();
        while (true) {
            Plugin now = Plugin.of(json(ask(session, "GET", path(made), NOTHING)));
            if (now.status().equals(READY)) {
                return now;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new DirectorException(
                        Why.REFUSED,
                        "Cloud Director took the plug-in and does not unpack it; its status is " + now.status(),
                        "Look at Cloud Director's own log (vcloud-container-debug.log), then try again.");
            }
            Thread.sleep(POLL);
        }
    }

    private static void upload(ProviderSession session, Plugin made, PluginPackage plugin)
            throws DirectorException, OutboundException {
        Answer announced = ask(session, "POST", path(made) + "/plugin", body(plugin.announcement()));
        String place = place(announced);
        if (!Files.isReadable(plugin.file())) {
            throw new DirectorException(Why.REFUSED, plugin.file() + " is gone", "Begin again.");
        }
        checked(session.ask("PUT", place, new Body.OfFile(plugin.file(), ZIP), UPLOAD), "PUT " + place);
    }

    /** Path and query of the upload address; the host is always the link's, even if the response names another one. */
    private static String place(Answer announced) throws DirectorException {
        for (String header : announced.headers("Link")) {
            Matcher entry = LINK.matcher(header);
            while (entry.find()) {
                if (entry.group(2).contains(FOR_UPLOAD)) {
                    return pathAndQuery(entry.group(1));
                }
            }
        }
        throw unclear("where to upload to");
    }

    private static String pathAndQuery(String address) throws DirectorException {
        try {
            URI uri = new URI(address);
            @Nullable String path = uri.getRawPath();
            // Two leading slashes would name another host.
            if (path == null || !path.startsWith("/") || path.startsWith("//")) {
                throw unclear("where to upload to");
            }
            return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        } catch (URISyntaxException e) {
            throw unclear("where to upload to");
        }
    }

    private static DirectorException unclear(String what) {
        return new DirectorException(
                Why.REFUSED,
                "Cloud Director does not say " + what,
                "Look at Cloud Director's own log (vcloud-container-debug.log).");
    }

    /** The original failure is reported, not a failure of the rollback. */
    private static void takeBack(ProviderSession session, Plugin made) {
        try {
            remove(session, made);
        } catch (DirectorException | OutboundException e) {
            // The incomplete plug-in stays; the next installation removes it first.
        }
    }

    private static void remove(ProviderSession session, Plugin plugin) throws DirectorException, OutboundException {
        ask(session, "DELETE", path(plugin), NOTHING);
    }

    static String path(Plugin plugin) {
        return EXTENSIONS + "/" + plugin.id();
    }

    static Body body(JsonNode document) {
        return new Body.Bytes(JsonMapper.shared().writeValueAsBytes(document), JSON);
    }

    static Answer ask(ProviderSession session, String method, String path, Body body)
            throws DirectorException, OutboundException {
        return checked(session.ask(method, path, body), method + " " + path);
    }

    private static Answer checked(Answer answer, String request) throws DirectorException {
        if (answer.isSuccess()) {
            return answer;
        }
        String said = "";
        try {
            said = json(answer).path("message").asString("");
        } catch (DirectorException e) {
            // Most likely an HTML page.
        }
        throw new DirectorException(
                Why.REFUSED,
                "Cloud Director answers " + answer.status() + " to " + request + (said.isEmpty() ? "" : ": " + said),
                answer.status() == 403
                        ? "Give the user of the link the right to manage UI plug-ins."
                        : "Look at Cloud Director's own log (vcloud-container-debug.log).");
    }

    static JsonNode json(Answer answer) throws DirectorException {
        try {
            return JsonMapper.shared().readTree(answer.body());
        } catch (JacksonException e) {
            throw new DirectorException(
                    Why.REFUSED,
                    "Cloud Director answers " + answer.status() + " with something that is no JSON",
                    "Check that nothing stands between this host and Cloud Director.");
        }
    }
}
