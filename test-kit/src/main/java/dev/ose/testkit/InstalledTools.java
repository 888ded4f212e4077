package dev.ose.testkit;

import java.nio.file.Path;

/** The directory into which {@code integration-tests/tools/install} puts the tools that tests run. */
public final class InstalledTools {

    private InstalledTools() {}

    /** The directory, which may not exist yet: that of {@code OSE_TOOLS}, otherwise one for the user. */
    public static Path directory() {
        String chosen = System.getenv("OSE_TOOLS");
        return chosen == null ? Path.of(System.getProperty("user.home"), ".cache/ose-tools") : Path.of(chosen);
    }
}
