package dev.ose.keeper.director;

import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundRequest.Body;
import dev.ose.keeper.director.DirectorException.Why;
import dev.ose.keeper.director.DirectorSession.Answer;
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
 * The plug-ins of Cloud Director's portal, by its extension API ({@code /cloudapi/extensions/ui}). A plug-in is registered and
 * whole, or not registered at all: what breaks off is taken back, and an older version goes only when the newer one is there.
 */
public final class UiPlugins {

    private static final String EXTENSIONS = "/cloudapi/extensions/ui";
    private static final String JSON = "application/json";
    private static final String ZIP = "application/zip";

    /** How long the bytes may take; below what {@code ose} bears of silence. */
    private static final Duration UPLOAD = Duration.ofSeconds(150);

    /** How long Cloud Director may take to unpack it, as its own published clients wait. */
    private static final Duration UNPACKING = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(250);
    private static final String READY = "ready";

    /** An entry of a Link header (RFC 8288): the address, and what it is for. */
    private static final Pattern LINK = Pattern.compile("<([^>]+)>([^<]*)");

    private static final Body NOTHING = new Body.None();

    private static final String FOR_UPLOAD = "rel=\"upload:default\"";

    private final DirectorLink link;

    public UiPlugins(DirectorLink link) {
        this.link = link;
    }

    /** A plug-in that Cloud Director has. */
    public record Plugin(String id, String name, String vendor, String version, String status, boolean enabled) {

        private static Plugin of(JsonNode told) {
            return new Plugin(
                    told.path("id").asString(""),
                    told.path("pluginName").asString(""),
                    told.path("vendor").asString(""),
                    told.path("version").asString(""),
                    told.path("plugin_status").asString(""),
                    told.path("enabled").asBoolean());
        }
    }

    /**
     * What came of it.
     *
     * @param installed of the new version; of a dry run without id and status
     * @param removed versions that gave way
     * @param published whether all tenants see it
     */
    public record Installed(Plugin installed, List<Plugin> removed, boolean published, boolean dryRun) {}

    /** What is gone, or would be. */
    public record Removed(List<Plugin> removed, boolean dryRun) {}

    /** All plug-ins that Cloud Director has, its own among them. */
    public List<Plugin> list() throws DirectorException, InterruptedException {
        return DirectorSession.with(link, UiPlugins::list);
    }

    /** Registers, uploads and publishes it, in place of what has its name and vendor. Blocks for minutes. */
    public Installed install(PluginPackage plugin, boolean dryRun, Consumer<String> progress)
            throws DirectorException, InterruptedException {
        return DirectorSession.with(link, session -> {
            List<Plugin> former = named(list(session), plugin.name(), plugin.vendor());
            if (dryRun) {
                Plugin wanted = new Plugin("", plugin.name(), plugin.vendor(), plugin.version(), "", true);
                return new Installed(wanted, former, plugin.isForTenants(), true);
            }
            // Cloud Director takes no two of one version.
            List<Plugin> same = former.stream()
                    .filter(it -> it.version().equals(plugin.version()))
                    .toList();
            for (Plugin it : same) {
                remove(session, it);
            }
            Plugin made = bring(session, plugin, progress);
            progress.accept("removing earlier versions");
            for (Plugin it : former) {
                if (!same.contains(it)) {
                    remove(session, it);
                }
            }
            return new Installed(made, former, plugin.isForTenants(), false);
        });
    }

    /** Removes all versions of a plug-in. Nothing is removed if there are none. */
    public Removed uninstall(String name, String vendor, boolean dryRun)
            throws DirectorException, InterruptedException {
        return DirectorSession.with(link, session -> {
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

    private static List<Plugin> list(DirectorSession session) throws DirectorException, OutboundException {
        List<Plugin> plugins = new ArrayList<>();
        JsonNode told = json(ask(session, "GET", EXTENSIONS, NOTHING));
        told.values().forEach(it -> plugins.add(Plugin.of(it)));
        return plugins;
    }

    /** The new version, whole; or nothing of it. */
    private static Plugin bring(DirectorSession session, PluginPackage plugin, Consumer<String> progress)
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
            if (plugin.isForTenants()) {
                progress.accept("publishing to all tenants");
                ask(session, "POST", path(made) + "/tenants/publishAll", NOTHING);
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

    /** Cloud Director unpacks a plug-in after its upload, usually within seconds; no page can be opened before. */
    private static Plugin whenReady(DirectorSession session, Plugin made)
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

    private static void upload(DirectorSession session, Plugin made, PluginPackage plugin)
            throws DirectorException, OutboundException {
        Answer announced = ask(session, "POST", path(made) + "/plugin", body(plugin.announcement()));
        String place = place(announced);
        if (!Files.isReadable(plugin.file())) {
            throw new DirectorException(Why.REFUSED, plugin.file() + " is gone", "Begin again.");
        }
        checked(session.ask("PUT", place, new Body.OfFile(plugin.file(), ZIP), UPLOAD), "PUT " + place);
    }

    /** Path and query of the address that takes the bytes; its host is the one we know, whatever it calls itself. */
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
            // Two slashes at its beginning would name another host again.
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

    /** What made it break off is what is told, and not that this failed, too. */
    private static void takeBack(DirectorSession session, Plugin made) {
        try {
            remove(session, made);
        } catch (DirectorException | OutboundException e) {
            // Then it stays there, not whole; the next install of it removes it first.
        }
    }

    private static void remove(DirectorSession session, Plugin plugin) throws DirectorException, OutboundException {
        ask(session, "DELETE", path(plugin), NOTHING);
    }

    private static String path(Plugin plugin) {
        return EXTENSIONS + "/" + plugin.id();
    }

    private static Body body(JsonNode document) {
        return new Body.Bytes(JsonMapper.shared().writeValueAsBytes(document), JSON);
    }

    private static Answer ask(DirectorSession session, String method, String path, Body body)
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
            // A page for people, most likely.
        }
        throw new DirectorException(
                Why.REFUSED,
                "Cloud Director answers " + answer.status() + " to " + request + (said.isEmpty() ? "" : ": " + said),
                answer.status() == 403
                        ? "Give the user of the link the right to manage UI plug-ins."
                        : "Look at Cloud Director's own log (vcloud-container-debug.log).");
    }

    private static JsonNode json(Answer answer) throws DirectorException {
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
