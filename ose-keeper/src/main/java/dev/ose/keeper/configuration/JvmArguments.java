package dev.ose.keeper.configuration;

import dev.ose.config.ConfigurationException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** JVM arguments of the node. */
public final class JvmArguments {

    /** {@code java -version} takes half a second; this allows for an overloaded machine. */
    private static final int TIMEOUT_SECONDS = 60;

    private static final int MAX_TOLD = 2_000;

    /** Written before all else if variables like {@code JDK_JAVA_OPTIONS} add arguments; it is not the reason. */
    private static final Pattern LAUNCHER_NOTICE = Pattern.compile("(NOTE: )?Picked up ");

    /** They would run another program than the node, none at all, or change where it is searched. */
    private static final Set<String> OF_THE_LAUNCHER = Set.of(
            "-jar",
            "-m",
            "--module",
            "-cp",
            "-classpath",
            "--class-path",
            "-version",
            "--version",
            "-fullversion",
            "--full-version",
            "-h",
            "-help",
            "--help",
            "-?",
            "-X",
            "--help-extra",
            "--dry-run",
            "--list-modules",
            "-d",
            "--describe-module",
            "--validate-modules",
            "--source");

    private JvmArguments() {}

    /**
     * System properties, such as proxies, which affect what a task finds; not those of JVM management, whose port
     * belongs to the running node.
     */
    static List<String> properties(List<String> arguments) {
        return arguments.stream()
                .filter(it -> it.startsWith("-D") && !it.startsWith("-Dcom.sun.management."))
                .toList();
    }

    /** The arguments of a file with one per line, without comments and blank lines. */
    static List<String> list(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    /** The text of a file that holds {@code arguments}. */
    static String text(List<String> arguments) {
        StringBuilder text = new StringBuilder();
        arguments.forEach(argument -> text.append(argument).append('\n'));
        return text.toString();
    }

    /**
     * Tries the arguments on the node's Java. Blocks while a JVM starts and ends.
     *
     * @param program the {@code java} program
     * @throws ConfigurationException if Java does not start with them
     */
    public static void check(Path program, List<String> arguments) {
        for (String argument : arguments) {
            if (!argument.startsWith("-") || argument.chars().anyMatch(Character::isISOControl)) {
                throw refused("'" + argument + "' is no JVM argument.", argument);
            }
            if (OF_THE_LAUNCHER.contains(argument.replaceFirst("=.*", ""))) {
                throw refused(argument + " would prevent Java from running the node.", argument);
            }
        }
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(arguments);
        command.add("-version");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .start();
            byte[] said = process.getInputStream().readNBytes(MAX_TOLD);
            process.getInputStream().transferTo(OutputStream.nullOutputStream());
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw refused("Java hangs with them.", "jvm.options");
            }
            if (process.exitValue() != 0) {
                String reason = new String(said, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank()
                                && !LAUNCHER_NOTICE.matcher(line).lookingAt())
                        .findFirst()
                        .orElse("exit code " + process.exitValue());
                throw refused("Java does not start with them: " + reason + ".", "jvm.options");
            }
        } catch (IOException e) {
            throw refused("Java cannot be started to try them: " + e.getMessage() + ".", "jvm.options");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused("The trial was interrupted.", "jvm.options");
        }
    }

    private static ConfigurationException refused(String happened, String concerns) {
        return ConfigurationErrors.of(
                ConfigurationErrors.JVM_ARGUMENTS,
                "The JVM arguments cannot be used. " + happened,
                concerns,
                "Correct them; the node keeps those it has.");
    }
}
