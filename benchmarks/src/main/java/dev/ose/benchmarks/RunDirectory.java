package dev.ose.benchmarks;

import java.nio.file.Path;
import java.util.Objects;

/** Where {@code benchmarks/run} has a benchmark keep its files. */
public final class RunDirectory {

    private static final String PROPERTY = "ose.benchmarks.directory";

    private RunDirectory() {}

    /** The directory, which exists. */
    public static Path get() {
        return Path.of(Objects.requireNonNull(System.getProperty(PROPERTY), PROPERTY));
    }
}
