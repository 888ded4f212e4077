package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The packages that {@code packaging/build} made. Without any the tests of them are skipped, but with {@code
 * -Dose.packages=required} they fail.
 */
final class Packages {

    /** Older than every version that is built. */
    static final String FORMER_VERSION = "0.0.1";

    private Packages() {}

    static Path deb() {
        return built(".deb");
    }

    static Path rpm() {
        return built(".rpm");
    }

    private static Path built(String ending) {
        Path folder = Tools.repository().resolve("packaging/target");
        List<Path> found = list(folder).stream()
                .filter(file -> file.toString().endsWith(ending))
                .toList();
        if (found.isEmpty() && !"required".equals(System.getProperty("ose.packages"))) {
            Assumptions.abort("packaging/build has not been run");
        }
        if (found.size() != 1) {
            throw new AssertionError("one " + ending + " is wanted in " + folder + ", and there are " + found);
        }
        return found.getFirst();
    }

    private static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same package with the number of a version before it, made in that folder. */
    static Path formerDeb(Path folder) {
        Path tree = folder.resolve("former");
        Path former = folder.resolve("former.deb");
        new Command("dpkg-deb", "--raw-extract", deb(), tree).run();
        try {
            Path control = tree.resolve("DEBIAN/control");
            Files.writeString(
                    control, Files.readString(control).replaceFirst("(?m)^Version: .*", "Version: " + FORMER_VERSION));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new Command("dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, former).run();
        Host.remove(tree);
        return former;
    }
}
