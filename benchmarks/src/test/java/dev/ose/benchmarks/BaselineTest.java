package dev.ose.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BaselineTest {

    @TempDir
    private Path tree;

    @Test
    void jarOfAServerIsStartedByThisBuild() {
        Path jar = tree.resolve("ose-server-1.jar");
        Path starter = tree.resolve("benchmarks-2.jar");

        assertThat(Baseline.classPath(jar, starter)).isEqualTo(starter + File.pathSeparator + jar);
    }

    @Test
    void treeIsStartedByItsOwnClasses() throws IOException {
        Path starter = put("benchmarks", "benchmarks-1.jar");
        Path server = put("ose-server", "ose-server-1.jar");

        assertThat(Baseline.classPath(tree, Path.of("benchmarks-2.jar")))
                .isEqualTo(starter + File.pathSeparator + server);
    }

    @Test
    void treeThatWasNotBuiltIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Baseline.classPath(tree, Path.of("benchmarks-2.jar")))
                .withMessageContaining("build that tree first");
    }

    private Path put(String module, String jar) throws IOException {
        Path target = Files.createDirectories(tree.resolve(module).resolve("target"));
        return Files.createFile(target.resolve(jar)).toAbsolutePath();
    }
}
