package dev.ose.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;

/** {@code ose version}. */
@Command
final class VersionCommand extends BaseCommand {

    VersionCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    ExitCode perform() {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("ose", version());
        versions.put("java", Runtime.version().toString());
        show(Json.tree(versions), it -> "ose " + versions.get("ose") + "\njava " + versions.get("java"));
        return ExitCode.DONE;
    }

    /** From the jar's manifest; absent if the class runs from a build directory. */
    static String version() {
        return Objects.requireNonNullElse(Ose.class.getPackage().getImplementationVersion(), "development");
    }
}
