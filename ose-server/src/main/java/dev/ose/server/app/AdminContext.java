package dev.ose.server.app;

import dev.ose.config.Configuration;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

/** Runs Spring for the admin listener; closing the context stops it, letting requests in flight finish. */
final class AdminContext {

    private AdminContext() {}

    /**
     * Blocks until the admin listener is open.
     *
     * @param beans the parts of the node that the admin API stands on, by name
     */
    static ServletWebServerApplicationContext run(Configuration configuration, Map<String, Object> beans) {
        SpringApplication application = new SpringApplication(NodeConfiguration.class);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        // Our own hook stops the parts in their order, Spring's would run beside it.
        application.setRegisterShutdownHook(false);
        application.setAddCommandLineProperties(false);
        application.setEnvironment(environment(configuration));
        application.addInitializers(
                (ConfigurableApplicationContext context) -> beans.forEach(context.getBeanFactory()::registerSingleton));
        return (ServletWebServerApplicationContext) application.run();
    }

    /** Only what we say: a stray environment variable such as SERVER_PORT or DEBUG must not configure a node. */
    private static StandardEnvironment environment(Configuration configuration) {
        StandardEnvironment environment = new StandardEnvironment();
        MutablePropertySources sources = environment.getPropertySources();
        sources.remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        sources.remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        sources.addFirst(new MapPropertySource("ose", SpringProperties.of(configuration)));
        return environment;
    }
}
