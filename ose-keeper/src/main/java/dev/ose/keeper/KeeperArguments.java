package dev.ose.keeper;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keeper's command line arguments.
 *
 * @param socket where commands are accepted
 * @param underSystemd whether systemd starts the node, in a unit of its own
 * @param leavesNode whether a node that the keeper started keeps running after the keeper ends
 */
record KeeperArguments(
        Directories directories, Program program, Path socket, boolean underSystemd, boolean leavesNode) {

    /**
     * The keeper's directories.
     *
     * @param config the configuration
     * @param state state that survives a reboot
     * @param run state that does not
     */
    record Directories(Path config, Path state, Path run) {}

    /**
     * The node's program.
     *
     * @param java the program that runs it
     * @param aotCache the AOT cache of its classes; absent if none was created
     */
    record Program(Path java, Path serverJar, @Nullable Path aotCache) {}

    static final String USAGE = """
            Usage: keeper [options]

              --config-dir DIR    ose.properties, secrets.properties, jvm.options (default /etc/ose)
              --state-dir DIR     what the keeper and the node keep (default /var/lib/ose)
              --run-dir DIR       what is gone when the machine starts again (default /run/ose)
              --socket FILE       where ose finds the keeper (default keeper.sock in the run directory)
              --java FILE         the program that runs the node (default the one that runs the keeper)
              --server-jar FILE   the node's program (default /usr/lib/ose/server/ose-server.jar)
              --aot-cache FILE    what Java has learned about starting the node; used if it is there (default none)
              --launcher NAME     process: the keeper starts the node (default); systemd: ose-server.service does
              --leave-node        a node started by the keeper goes on when the keeper ends
            """;

    private static final String AOT_CACHE = "aot-cache";
    private static final String LAUNCHER = "launcher";
    private static final String LEAVE_NODE = "leave-node";
    private static final Set<String> NAMES =
            Set.of("config-dir", "state-dir", "run-dir", "socket", "java", "server-jar", AOT_CACHE, LAUNCHER);

    /** @throws IllegalArgumentException if they do not match {@link #USAGE}; its message names the fault */
    static KeeperArguments parse(List<String> arguments) {
        Map<String, String> given = new TreeMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith("--")) {
                throw new IllegalArgumentException("'" + argument + "' is no option.");
            }
            int sign = argument.indexOf('=');
            String name = argument.substring(2, sign < 0 ? argument.length() : sign);
            if (name.equals(LEAVE_NODE) && sign < 0) {
                given.put(name, "true");
            } else if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("There is no option --" + name + ".");
            } else if (sign >= 0) {
                given.put(name, argument.substring(sign + 1));
            } else if (++i < arguments.size()) {
                given.put(name, arguments.get(i));
            } else {
                throw new IllegalArgumentException("--" + name + " needs a value.");
            }
        }
        return of(given);
    }

    private static KeeperArguments of(Map<String, String> given) {
        Path run = path(given, "run-dir", "/run/ose");
        String launcher = given.getOrDefault(LAUNCHER, "process");
        if (!launcher.equals("process") && !launcher.equals("systemd")) {
            throw new IllegalArgumentException("--launcher is process or systemd.");
        }
        return new KeeperArguments(
                new Directories(path(given, "config-dir", "/etc/ose"), path(given, "state-dir", "/var/lib/ose"), run),
                new Program(
                        path(
                                given,
                                "java",
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString()),
                        path(given, "server-jar", "/usr/lib/ose/server/ose-server.jar"),
                        given.containsKey(AOT_CACHE) ? path(given, AOT_CACHE, "") : null),
                path(given, "socket", run.resolve("keeper.sock").toString()),
                launcher.equals("systemd"),
                given.containsKey(LEAVE_NODE));
    }

    private static Path path(Map<String, String> given, String name, String otherwise) {
        return Path.of(given.getOrDefault(name, otherwise)).toAbsolutePath().normalize();
    }
}
