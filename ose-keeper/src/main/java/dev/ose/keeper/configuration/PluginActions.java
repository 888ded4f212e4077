package dev.ose.keeper.configuration;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.config.AdminOptions;
import dev.ose.config.ConfigurationException;
import dev.ose.control.Event;
import dev.ose.keeper.director.DirectorEndpoint;
import dev.ose.keeper.director.DirectorException;
import dev.ose.keeper.director.PluginAddress;
import dev.ose.keeper.director.PluginPackage;
import dev.ose.keeper.director.Publication;
import dev.ose.keeper.director.UiPlugins;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Lists, installs and removes the plug-in of Cloud Director's portal. */
final class PluginActions {

    static final String NONE_INSTALLED = "OSE-1361";
    static final String UNUSABLE_PACKAGE = "OSE-1362";
    static final String NO_ADDRESS = "OSE-1364";

    private final DirectorActions director;
    private final StagedFile staged;
    private final Path shipped;
    private final Supplier<Optional<URI>> api;

    /**
     * @param shipped directory in which a release may bring its own plug-in
     * @param api where browsers reach the admin API
     */
    PluginActions(DirectorActions director, StagedFile staged, Path shipped, Supplier<Optional<URI>> api) {
        this.director = director;
        this.staged = staged;
        this.shipped = shipped;
        this.api = api;
    }

    /** Stores a piece of an uploaded package. */
    void stage(long position, byte[] piece) {
        staged.take(position, piece);
    }

    List<UiPlugins.Plugin> list() {
        return ask(UiPlugins::list);
    }

    /** @param isStaged whether to install the uploaded package; otherwise the release's own. Blocks for minutes */
    UiPlugins.Installed install(
            boolean isStaged, Publication publication, boolean dryRun, Consumer<Event.Progress> progress) {
        Path copy = staged.path().resolveSibling("addressed.zip");
        try {
            PluginPackage plugin = addressed(read(isStaged), copy);
            return ask(plugins ->
                    plugins.install(plugin, publication, dryRun, said -> progress.accept(Event.Progress.of(said))));
        } catch (IOException | PluginPackage.UnusableException e) {
            throw staged.refused("the address cannot be written into it: " + e.getMessage());
        } finally {
            staged.forget();
            forget(copy);
        }
    }

    /** Our own plug-in has to know where the admin API is. */
    private PluginPackage addressed(PluginPackage plugin, Path copy)
            throws IOException, PluginPackage.UnusableException {
        if (!PluginAddress.isWantedBy(plugin)) {
            return plugin;
        }
        URI address = api.get()
                .filter(it -> "https".equals(it.getScheme()))
                .orElseThrow(() -> ConfigurationErrors.of(
                        NO_ADDRESS,
                        "The plug-in has to know the https address at which browsers reach the admin API.",
                        AdminOptions.PUBLIC_URL.key(),
                        "Set it: ose args set -k " + AdminOptions.PUBLIC_URL.key()
                                + " -v https://ose.example.com, restart the nodes, and install again."));
        PrivateFiles.makeDirectory(Objects.requireNonNull(copy.getParent(), "a file is in a directory"));
        return PluginAddress.write(plugin, address, copy);
    }

    private static void forget(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            // The next installation writes it anew.
        }
    }

    /** Publishes the plug-in of this name and vendor if both are given; otherwise the release's own. */
    List<UiPlugins.Plugin> publish(
            Optional<String> name, Optional<String> vendor, Publication publication, boolean dryRun) {
        if (name.isPresent() && vendor.isPresent()) {
            return ask(plugins -> plugins.publish(name.get(), vendor.get(), publication, dryRun));
        }
        PluginPackage own = read(false);
        return ask(plugins -> plugins.publish(own.name(), own.vendor(), publication, dryRun));
    }

    /** Removes the plug-in of this name and vendor if both are given; otherwise the release's own. */
    UiPlugins.Removed uninstall(Optional<String> name, Optional<String> vendor, boolean dryRun) {
        if (name.isPresent() && vendor.isPresent()) {
            return ask(plugins -> plugins.uninstall(name.get(), vendor.get(), dryRun));
        }
        PluginPackage own = read(false);
        return ask(plugins -> plugins.uninstall(own.name(), own.vendor(), dryRun));
    }

    private PluginPackage read(boolean isStaged) {
        Path file = isStaged ? staged.path() : shipped();
        try {
            return PluginPackage.read(file);
        } catch (PluginPackage.UnusableException e) {
            throw ConfigurationErrors.of(
                    UNUSABLE_PACKAGE,
                    "The file is no plug-in of Cloud Director: " + e.getMessage() + ".",
                    "the package",
                    "Give the zip as its makers built it, with manifest.json at its top.");
        }
    }

    private Path shipped() {
        try (Stream<Path> files = Files.isDirectory(shipped) ? Files.list(shipped) : Stream.empty()) {
            return files.filter(file -> file.toString().endsWith(".zip"))
                    .max(Path::compareTo)
                    .orElseThrow(() -> ConfigurationErrors.of(
                            NONE_INSTALLED,
                            "This version of OSE brings no plug-in for Cloud Director's portal (there is none in "
                                    + shipped + ").",
                            shipped.toString(),
                            "Give one with --file PLUGIN.zip, or say which to remove with --name and --vendor."));
        } catch (IOException e) {
            throw ConfigurationErrors.of(
                    NONE_INSTALLED,
                    shipped + " cannot be read: " + e.getMessage() + ".",
                    shipped.toString(),
                    "Give the plug-in with --file PLUGIN.zip.");
        }
    }

    /** A request to Cloud Director. */
    @FunctionalInterface
    private interface Question<T> {
        T of(UiPlugins plugins) throws DirectorException, InterruptedException;
    }

    private <T> T ask(Question<T> question) {
        DirectorEndpoint link = director.link().orElseThrow(DirectorActions::notLinked);
        try {
            return question.of(new UiPlugins(link));
        } catch (DirectorException e) {
            throw DirectorActions.refusal(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted();
        }
    }

    private static ConfigurationException interrupted() {
        return ConfigurationErrors.of(
                DirectorActions.REFUSED,
                "The keeper ends; Cloud Director may or may not have done it.",
                "Cloud Director",
                "Look with ose ui show when the keeper runs again.");
    }
}
