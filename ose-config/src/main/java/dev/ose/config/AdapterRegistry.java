package dev.ose.config;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The available storage adapters: those of the class path, and those of installed jars. Immutable. */
public final class AdapterRegistry {

    /** The embedded platform first, because it is the default. */
    private static final Comparator<PlatformAdapterFactory> ORDER = Comparator.comparing(
                    (PlatformAdapterFactory factory) -> !factory.runsInsideNode())
            .thenComparing(PlatformAdapterFactory::kind);

    private final Path directory;
    private final Map<String, PlatformAdapterFactory> byKind;
    private final Map<String, Path> jars;
    private final List<ConfigurationProblem> problems;

    private AdapterRegistry(
            Path directory,
            List<PlatformAdapterFactory> factories,
            Map<String, Path> jars,
            List<ConfigurationProblem> problems) {
        this.directory = directory;
        this.byKind = new LinkedHashMap<>();
        factories.stream().sorted(ORDER).forEach(factory -> byKind.put(factory.kind(), factory));
        this.jars = Map.copyOf(jars);
        this.problems = List.copyOf(problems);
    }

    private static final class OnClassPath {
        private static final List<PlatformAdapterFactory> FACTORIES =
                ServiceLoader.load(PlatformAdapterFactory.class, PlatformAdapterFactory.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    /** The adapters of this release, without installed ones. */
    static AdapterRegistry builtIn() {
        return new AdapterRegistry(
                Path.of(PlatformOptions.DEFAULT_ADAPTERS), OnClassPath.FACTORIES, Map.of(), List.of());
    }

    /**
     * The same with the adapters of the jars in a directory. Jars that cannot be used are in {@link #problems}. Blocks
     * on the disk.
     */
    static AdapterRegistry with(Path directory) {
        List<PlatformAdapterFactory> factories = new ArrayList<>(OnClassPath.FACTORIES);
        Map<String, Path> jars = new LinkedHashMap<>();
        List<ConfigurationProblem> problems = new ArrayList<>();
        for (AdapterJar jar : AdapterJar.in(directory, problems)) {
            Optional<PlatformAdapterFactory> same = factories.stream()
                    .filter(factory -> factory.kind().equals(jar.factory().kind()))
                    .findFirst();
            if (same.isPresent()) {
                problems.add(AdapterProblems.doubled(
                        jar, Optional.ofNullable(jars.get(jar.factory().kind()))));
            } else {
                factories.add(jar.factory());
                jars.put(jar.factory().kind(), jar.path());
            }
        }
        return new AdapterRegistry(directory, factories, jars, problems);
    }

    /** All adapters, in display order. */
    public List<PlatformAdapterFactory> factories() {
        return List.copyOf(byKind.values());
    }

    /** The adapter of a kind. */
    public Optional<PlatformAdapterFactory> find(String kind) {
        return Optional.ofNullable(byKind.get(kind));
    }

    /** The values of {@link PlatformOptions#KIND}. */
    public List<String> kinds() {
        return List.copyOf(byKind.keySet());
    }

    /** The jar of an installed adapter; empty for one of this release. */
    public Optional<Path> jar(String kind) {
        return Optional.ofNullable(jars.get(kind));
    }

    /** The directory of installed jars. */
    public Path directory() {
        return directory;
    }

    /** The reasons why files in the directory are not used. */
    public List<ConfigurationProblem> problems() {
        return problems;
    }
}
