package dev.ose.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The other build that a node is compared with. */
final class Baseline {

    private Baseline() {}

    /**
     * The class path that starts the node of another build. The jar of a server names its libraries itself.
     *
     * @param build the jar of its server, or the root of its source tree after {@code package}: then its own
     *     {@link SinkNode} starts it, since classes that this build's starter uses may have other names there
     * @param starter the jar with this build's {@link SinkNode}
     * @throws IllegalArgumentException if the tree lacks one of the two jars
     */
    static String classPath(Path build, Path starter) {
        if (!Files.isDirectory(build)) {
            return starter + File.pathSeparator + build;
        }
        return jar(build, "benchmarks") + File.pathSeparator + jar(build, "ose-server");
    }

    private static Path jar(Path tree, String module) {
        Path target = tree.resolve(module).resolve("target");
        if (Files.isDirectory(target)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, module + "-*.jar")) {
                for (Path jar : jars) {
                    return jar.toAbsolutePath();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalArgumentException("no jar in " + target + ": build that tree first");
    }
}
