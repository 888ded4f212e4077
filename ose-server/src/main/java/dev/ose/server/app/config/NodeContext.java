package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.server.app.options.SpringProperties;
import dev.ose.server.runtime.telemetry.Metrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

/**
 * The beans of a node. They are created in two steps, so that health is answered while database and platform start: the
 * admin listener first, then {@link ControlPlane} configurations.
 */
public final class NodeContext implements AutoCloseable {

    private final ServletWebServerApplicationContext context;

    private NodeContext(ServletWebServerApplicationContext context) {
        this.context = context;
    }

    /**
     * Blocks until the admin listener is open. Its requests wait for the beans that they need.
     *
     * @param beans objects that exist before Spring, by name
     */
    public static NodeContext open(Configuration configuration, Map<String, Object> beans) {
        SpringApplication application = new SpringApplication(NodeConfiguration.class);
        GeneratedDefinitions.use(application);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        // The node has a hook of its own, which stops the parts in order; Spring's would run concurrently.
        application.setRegisterShutdownHook(false);
        application.setAddCommandLineProperties(false);
        application.setEnvironment(environment(configuration));
        application.addInitializers(
                (ConfigurableApplicationContext context) -> beans.forEach(context.getBeanFactory()::registerSingleton));
        return new NodeContext((ServletWebServerApplicationContext) application.run());
    }

    /** Creates all lazy beans and opens the S3 listeners. Blocks. */
    public void startAll() {
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        for (String name : beans.getBeanDefinitionNames()) {
            if (beans.getMergedBeanDefinition(name).isLazyInit()) {
                beans.getBean(name);
            }
        }
        MeterRegistry meters = bean(Metrics.class).registry();
        context.getBeanProvider(MeterBinder.class).forEach(binder -> binder.bindTo(meters));
        context.start();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public <T> Collection<T> beans(Class<T> type) {
        return context.getBeansOfType(type).values();
    }

    public int adminPort() {
        return Objects.requireNonNull(context.getWebServer()).getPort();
    }

    /** Stops S3, then the admin listener, each after its requests in flight; then beans before their dependencies. */
    @Override
    public void close() {
        context.close();
    }

    /** Without environment variables: SERVER_PORT or DEBUG must not configure a node. */
    private static StandardEnvironment environment(Configuration configuration) {
        StandardEnvironment environment = new StandardEnvironment();
        MutablePropertySources sources = environment.getPropertySources();
        sources.remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        sources.remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        sources.addFirst(new MapPropertySource("ose", SpringProperties.of(configuration)));
        return environment;
    }
}
