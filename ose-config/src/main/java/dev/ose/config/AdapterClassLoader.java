package dev.ose.config;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;

/**
 * Loads the classes of one adapter: of the program's classes, only the adapter API is visible, so that adapter and
 * program may use different versions of libraries.
 */
final class AdapterClassLoader extends URLClassLoader {

    /** Exact names: packages below them may belong to adapters. */
    private static final Set<String> API =
            Set.of("dev.ose.adapter", "dev.ose.adapter.http", "dev.ose.adapter.plugin", "org.jspecify.annotations");

    private final ClassLoader program;

    AdapterClassLoader(URL jar) {
        super("adapter", new URL[] {jar}, ClassLoader.getPlatformClassLoader());
        this.program = PlatformAdapterFactory.class.getClassLoader();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return API.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))
                ? program.loadClass(name)
                : super.loadClass(name, resolve);
    }
}
