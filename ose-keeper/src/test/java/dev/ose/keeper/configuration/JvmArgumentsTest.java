package dev.ose.keeper.configuration;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmArgumentsTest {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @Test
    void argumentsThatJavaTakesAreTaken() {
        assertThatCode(() -> JvmArguments.check(JAVA, List.of("-Xmx256m", "-Dhttp.proxyHost=proxy.example.com")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx1q", "-XX:+NoSuchThing", "Xmx1g", "-jar", "-Xmx32m\n-jar", "--module=java.base"})
    void argumentsThatJavaRefusesOrThatReplaceTheNodeAreRefused(String argument) {
        assertThatThrownBy(() -> JvmArguments.check(JAVA, List.of(argument))).hasMessageStartingWith("OSE-1305");
    }
}
