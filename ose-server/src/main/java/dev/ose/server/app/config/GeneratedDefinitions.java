package dev.ose.server.app.config;

import dev.ose.config.ConfigurationLoader;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.core.SpringProperties;
import org.springframework.util.ClassUtils;

/**
 * The bean definitions of a node as code that the build generates (Spring's ahead-of-time processing). With it a node
 * starts sooner than if it read the configuration classes, evaluated their conditions and searched for constructors;
 * which beans there are does not depend on options.
 *
 * <p>See https://docs.spring.io/spring-framework/reference/core/aot.html.
 */
public final class GeneratedDefinitions {

    /** Spring's name of the generated class. */
    private static final String INITIALIZER = GeneratedDefinitions.class.getName() + "__ApplicationContextInitializer";

    private GeneratedDefinitions() {}

    /** Run by the build: Spring takes the definitions of the application that this starts, and ends it. */
    public static void main(String[] arguments) {
        NodeContext.open(ConfigurationLoader.load(List.of(), Map.of()), Map.of());
    }

    /**
     * Makes an application use the generated definitions if it runs from the packaged jar. Beside classes in a
     * directory, as of tests and of an IDE, they may be those of an earlier build.
     */
    static void use(SpringApplication application) {
        application.setMainApplicationClass(GeneratedDefinitions.class);
        if (isPackaged() && ClassUtils.isPresent(INITIALIZER, GeneratedDefinitions.class.getClassLoader())) {
            SpringProperties.setFlag(AotDetector.AOT_ENABLED);
        }
    }

    private static boolean isPackaged() {
        @Nullable
        CodeSource source = GeneratedDefinitions.class.getProtectionDomain().getCodeSource();
        return source != null && source.getLocation().getPath().endsWith(".jar");
    }
}
