package dev.ose.server.app.config;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.ConfigurationClassPostProcessor;

/**
 * Beans as the configurations of a node make them, each when it is first asked for; tests give the objects that stand
 * in for others. No application context: what one adds takes longer than most tests.
 */
public final class NodeBeans implements AutoCloseable {

    private static final Class<?>[] FEATURES = {
        DatabaseConfiguration.class,
        PlatformConfiguration.class,
        TenancyConfiguration.class,
        BucketConfiguration.class,
        LedgerConfiguration.class,
        CatalogConfiguration.class,
        AccountingConfiguration.class,
        EventConfiguration.class,
        SyncConfiguration.class,
        IamConfiguration.class
    };

    /** Read once: reading the configurations takes a hundred times as long as a factory of its own for each test. */
    private static final Map<String, BeanDefinition> DEFINITIONS = definitions();

    private final Map<String, Object> given;
    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

    /**
     * Takes the objects that no configuration makes, and those that replace what one makes.
     *
     * @param given objects by the names of their beans, which are not closed here
     */
    public NodeBeans(Map<String, Object> given) {
        this.given = Map.copyOf(given);
        DEFINITIONS.forEach((name, definition) -> {
            if (!given.containsKey(name)) {
                beans.registerBeanDefinition(name, definition);
            }
        });
        given.forEach(beans::registerSingleton);
        // What is looked for by type is found once.
        beans.freezeConfiguration();
    }

    private static Map<String, BeanDefinition> definitions() {
        DefaultListableBeanFactory read = new DefaultListableBeanFactory();
        new AnnotatedBeanDefinitionReader(read).register(FEATURES);
        new ConfigurationClassPostProcessor().postProcessBeanDefinitionRegistry(read);
        return Stream.of(read.getBeanDefinitionNames())
                .filter(name -> read.getBeanDefinition(name).getRole() == BeanDefinition.ROLE_APPLICATION)
                .collect(Collectors.toUnmodifiableMap(name -> name, read::getBeanDefinition));
    }

    /** The bean of that type, made now unless it was before. */
    public <T> T bean(Class<T> type) {
        return beans.getBean(type);
    }

    /** Other beans on the same given objects, of which these replace some. */
    public NodeBeans with(Map<String, Object> others) {
        Map<String, Object> all = new HashMap<>(given);
        all.putAll(others);
        return new NodeBeans(all);
    }

    /** As {@link #with(Map)} with one other object. */
    public NodeBeans with(String name, Object other) {
        return with(Map.of(name, other));
    }

    /** Closes what was made, each before what it was given. */
    @Override
    public void close() {
        beans.destroySingletons();
    }
}
