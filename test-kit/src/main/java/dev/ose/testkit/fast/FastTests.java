package dev.ose.testkit.fast;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * With {@code -Dtest.fast=true}, leaves out the test classes that start servers: those that name a class with {@link
 * StartsServer}, as their class files say, or have it themselves. Without it, nothing.
 */
public final class FastTests implements PostDiscoveryFilter {

    private static final String OURS = "dev/ose/";

    private final boolean isFast;
    private final Map<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    /** For JUnit. */
    public FastTests() {
        this(Boolean.getBoolean("test.fast"));
    }

    FastTests(boolean isFast) {
        this.isFast = isFast;
    }

    @Override
    public FilterResult apply(TestDescriptor test) {
        boolean isLeftOut = isFast
                && test.getSource()
                        .flatMap(FastTests::testClass)
                        .map(this::startsServers)
                        .orElse(false);
        return FilterResult.includedIf(!isLeftOut, () -> "fast enough", () -> "starts servers");
    }

    private static Optional<Class<?>> testClass(TestSource source) {
        return switch (source) {
            case ClassSource type -> Optional.of(type.getJavaClass());
            case MethodSource method -> Optional.of(method.getJavaClass());
            default -> Optional.empty();
        };
    }

    private boolean startsServers(Class<?> test) {
        return known.computeIfAbsent(test, FastTests::orWiderOneUses);
    }

    /** For a class within another one, too: its tests use what the outer one has. */
    private static boolean orWiderOneUses(Class<?> test) {
        @Nullable Class<?> each = test;
        while (each != null) {
            if (has(each) || uses(each)) {
                return true;
            }
            each = each.getEnclosingClass() != null ? each.getEnclosingClass() : each.getSuperclass();
        }
        return false;
    }

    private static boolean has(Class<?> type) {
        return type.isAnnotationPresent(StartsServer.class);
    }

    private static boolean uses(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null
                && type.getName().startsWith(OURS.replace('/', '.'))
                && namedBy(type).anyMatch(name -> isServer(name, loader));
    }

    private static boolean isServer(String name, ClassLoader loader) {
        try {
            return has(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError unusable) {
            return false;
        }
    }

    private static Stream<String> namedBy(Class<?> type) {
        ClassModel file = read(type);
        return StreamSupport.stream(file.constantPool().spliterator(), false)
                .filter(ClassEntry.class::isInstance)
                .map(entry -> ((ClassEntry) entry).asInternalName())
                .filter(name -> name.startsWith(OURS))
                .map(name -> name.replace('/', '.'));
    }

    private static ClassModel read(Class<?> type) {
        String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        try (InputStream bytes = Objects.requireNonNull(type.getResourceAsStream(file), file)) {
            return ClassFile.of().parse(bytes.readAllBytes());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
