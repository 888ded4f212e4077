package dev.ose.keeper.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JvmArgumentsTest {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @Test
    void argumentsThatJavaTakesAreTaken() {
        assertThatCode(() -> JvmArguments.check(JAVA, List.of("-Xmx256m", "-Dhttp.proxyHost=proxy.example.com")))
                .doesNotThrowAnyException();
    }

    /** Runs a program in place of Java that prints its arguments. */
    @Test
    void tasksOfTheNodeSeeItsProxies(@TempDir Path directory) throws IOException {
        ConfigurationStore store = new ConfigurationStore(Files.createDirectory(directory.resolve("etc")));
        store.write(StoredConfiguration.EMPTY.withJvmArguments(
                "-Xmx2g\n-Dhttp.proxyHost=proxy\n-Dcom.sun.management.jmxremote.port=1\n"));
        Path java = Files.writeString(directory.resolve("java"), "#!/bin/sh\nprintf '{\"name\":\"%s\"}\\n' \"$*\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        NodeTasks tasks = new NodeTasks(store, directory, directory, java, directory.resolve("node.jar"));

        List<JsonNode> findings = tasks.run("database", progress -> {});

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().path("name").asString())
                .contains(" -Dhttp.proxyHost=proxy -cp ")
                .doesNotContain("-Xmx2g", "jmxremote");
    }

    /** Runs a program in place of Java that says what Java does with its variables set. */
    @Test
    void reasonOfARefusalIsNotThatVariablesAreSet(@TempDir Path directory) throws IOException {
        Path java = Files.writeString(directory.resolve("java"), """
                #!/bin/sh
                echo 'NOTE: Picked up JDK_JAVA_OPTIONS: -Dany=1'
                echo 'Picked up JAVA_TOOL_OPTIONS: -Dany=1'
                echo 'Unrecognized VM option'
                exit 1
                """);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));

        assertThatThrownBy(() -> JvmArguments.check(java, List.of("-XX:+NoSuchThing")))
                .hasMessageContaining("Java does not start with them: Unrecognized VM option.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx1q",
                "-XX:+NoSuchThing",
                "Xmx1g",
                "-jar",
                "-Xmx32m\n-jar",
                "--module=java.base",
                "-version",
                "--help"
            })
    void argumentsThatJavaRefusesOrThatReplaceTheNodeAreRefused(String argument) {
        assertThatThrownBy(() -> JvmArguments.check(JAVA, List.of(argument))).hasMessageStartingWith("OSE-1305");
    }
}
