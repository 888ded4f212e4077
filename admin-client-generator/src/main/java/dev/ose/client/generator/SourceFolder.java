package dev.ose.client.generator;

import com.palantir.javapoet.JavaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A directory of generated sources. */
record SourceFolder(Path root) {

    /** Leaves these files and no others. Those with the same content are not written: nothing is compiled again. */
    void replace(List<JavaFile> sources) throws IOException {
        Set<Path> kept = new HashSet<>();
        for (JavaFile source : sources) {
            Path path = root.resolve(source.packageName().replace('.', '/'))
                    .resolve(source.typeSpec().name() + ".java");
            if (!kept.add(path)) {
                throw new IllegalArgumentException(
                        "two types are named " + source.typeSpec().name());
            }
            String text = source.toString();
            if (Files.notExists(path) || !Files.readString(path).equals(text)) {
                Files.createDirectories(path.getParent());
                Files.writeString(path, text);
            }
        }
        for (Path path : files()) {
            if (!kept.contains(path)) {
                Files.delete(path);
            }
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
