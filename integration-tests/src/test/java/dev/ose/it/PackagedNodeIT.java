package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What the node's jar contains. */
final class PackagedNodeIT {

    /** A node starts without the generated definitions as well, only later. */
    @Test
    void beanDefinitionsAreGenerated() throws IOException {
        assertThat(entries())
                .contains("dev/ose/server/app/config/GeneratedDefinitions__ApplicationContextInitializer.class")
                .noneMatch(name -> name.startsWith("META-INF/native-image/"));
    }

    private static List<String> entries() throws IOException {
        try (Stream<Path> files = Files.list(Tools.repository().resolve("ose-server/target"))) {
            Path jar = files.filter(
                            file -> file.getFileName().toString().matches("ose-server-[^/]*(?<!-tests|-sources)\\.jar"))
                    .findFirst()
                    .orElseThrow();
            try (JarFile open = new JarFile(jar.toFile())) {
                return open.stream().map(ZipEntry::getName).toList();
            }
        }
    }
}
