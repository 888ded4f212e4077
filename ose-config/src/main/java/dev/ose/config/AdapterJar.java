package dev.ose.config;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * An adapter of a jar.
 *
 * @param path the jar
 * @param factory of its classes, whose loader stays open as long as the factory is in use
 */
record AdapterJar(Path path, PlatformAdapterFactory factory) {

    private static final int MAX_JARS = 64;

    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient ConfigurationProblem problem;

        RefusedException(ConfigurationProblem problem) {
            super(problem.happened());
            this.problem = problem;
        }
    }

    /**
     * The adapters of the jars of a directory, in the order of their names. A missing directory has none.
     *
     * @param problems receives the reasons why jars are not used
     */
    static List<AdapterJar> in(Path directory, List<ConfigurationProblem> problems) {
        List<AdapterJar> found = new ArrayList<>();
        for (Path jar : jars(directory, problems)) {
            try {
                found.add(new AdapterJar(jar, open(jar)));
            } catch (RefusedException e) {
                problems.add(e.problem);
            }
        }
        return found;
    }

    private static List<Path> jars(Path directory, List<ConfigurationProblem> problems) {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .limit(MAX_JARS)
                    .toList();
            Optional<ConfigurationProblem> distrust = jars.isEmpty() ? Optional.empty() : FileTrust.flaw(directory);
            distrust.ifPresent(problems::add);
            return distrust.isPresent() ? List.of() : jars;
        } catch (IOException e) {
            problems.add(AdapterProblems.untrusted(directory, "cannot be read: " + e));
            return List.of();
        }
    }

    private static PlatformAdapterFactory open(Path jar) throws RefusedException {
        Optional<ConfigurationProblem> distrust = FileTrust.flaw(jar);
        if (distrust.isPresent()) {
            throw new RefusedException(distrust.get());
        }
        try {
            if (namesOtherFiles(jar)) {
                throw new RefusedException(
                        AdapterProblems.broken(jar, "names other files in Class-Path; an adapter is one jar"));
            }
            URLClassLoader loader =
                    new AdapterClassLoader(jar.toRealPath().toUri().toURL());
            PlatformAdapterFactory factory = only(jar, loader);
            if (factory.apiVersion() > PlatformAdapterFactory.API_VERSION) {
                throw new RefusedException(AdapterProblems.newer(jar, factory.apiVersion()));
            }
            Optional<String> flaw = AdapterDescription.flaw(factory);
            if (flaw.isPresent()) {
                throw new RefusedException(AdapterProblems.broken(jar, flaw.get()));
            }
            return factory;
        } catch (IOException | ServiceConfigurationError | RuntimeException | LinkageError e) {
            throw new RefusedException(AdapterProblems.broken(jar, "cannot be loaded: " + e));
        }
    }

    private static boolean namesOtherFiles(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Optional<Manifest> manifest = Optional.ofNullable(file.getManifest());
            return manifest.map(it -> it.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH))
                    .orElse(false);
        }
    }

    private static PlatformAdapterFactory only(Path jar, URLClassLoader loader) throws RefusedException {
        List<PlatformAdapterFactory> all = ServiceLoader.load(PlatformAdapterFactory.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        if (all.size() != 1) {
            throw new RefusedException(AdapterProblems.broken(
                    jar,
                    "has " + all.size() + " adapters in META-INF/services/" + PlatformAdapterFactory.class.getName()
                            + " and not one"));
        }
        return all.getFirst();
    }
}
