package dev.ose.keeper.configuration;

import dev.ose.config.ConfigurationException;
import dev.ose.control.Event;
import dev.ose.keeper.director.DirectorEndpoint;
import dev.ose.keeper.director.DirectorException;
import dev.ose.keeper.director.PluginPackage;
import dev.ose.keeper.director.UiPlugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Lists, installs and removes the plug-in of Cloud Director's portal. */
final class PluginActions {

    static final String NONE_INSTALLED = "OSE-1361";
    static final String UNUSABLE_PACKAGE = "OSE-1362";

    private final DirectorActions director;
    private final StagedFile staged;
    private final Path shipped;

    /** @param shipped directory in which a release may bring its own plug-in */
    PluginActions(DirectorActions director, StagedFile staged, Path shipped) {
        this.director = director;
        this.staged = staged;
        this.shipped = shipped;
    }

    /** Stores a piece of an uploaded package. */
    void stage(long position, byte[] piece) {
        staged.take(position, piece);
    }

    List<UiPlugins.Plugin> list() {
        return ask(UiPlugins::list);
    }

    /** @param isStaged whether to install the uploaded package; otherwise the release's own. Blocks for minutes */
    UiPlugins.Installed install(boolean isStaged, boolean dryRun, Consumer<Event.Progress> progress) {
        try {
            PluginPackage plugin = read(isStaged);
            return ask(plugins -> plugins.install(plugin, dryRun, said -> progress.accept(Event.Progress.of(said))));
        } finally {
            staged.forget();
        }
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
