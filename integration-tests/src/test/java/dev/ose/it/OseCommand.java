package dev.ose.it;

import dev.ose.cli.CommandTraining;
import dev.ose.cli.Ose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The command {@code ose} as its package starts it: the packaged jar, with what the runtime learned in a rehearsal of
 * this build, which halves each start.
 */
final class OseCommand {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin/java");

    private OseCommand() {}

    private static final class Learned {

        private static final Path CACHE = rehearse();

        private static Path rehearse() {
            try {
                Path cache = Files.createTempDirectory(Files.createDirectories(Tools.scratch()), "ose")
                        .resolve("ose.aot");
                java("-XX:AOTCacheOutput=" + cache, CommandTraining.class).run();
                return cache;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A process of it with these arguments, without a terminal. */
    static Command of(List<String> arguments) {
        return java("-XX:AOTCache=" + Learned.CACHE, Ose.class).with(arguments.toArray());
    }

    /** Runs it against the keeper with this socket, unless the words name another one. */
    static Command.Ended run(Path socket, String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        if (!all.contains("--socket")) {
            all.addAll(List.of("--socket", socket.toString()));
        }
        return of(all).end();
    }

    /** The JSON that it writes; fails unless it succeeds. */
    static JsonNode json(Path socket, String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.addAll(List.of("-o", "json"));
        return JsonMapper.shared()
                .readTree(run(socket, all.toArray(String[]::new)).orFail());
    }

    /** Its exit status and stderr, as one text. */
    static String outcome(Path socket, String... words) {
        Command.Ended ended = run(socket, words);
        return ended.status() + " " + ended.errors();
    }

    private static Command java(String cacheOption, Class<?> program) {
        return new Command(JAVA, "-Xlog:disable", "-Xlog:all=error:stderr", "--enable-native-access=ALL-UNNAMED")
                .with("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=10", "-Xmx64m")
                .with(cacheOption, "-cp", Tools.jar("ose-cli"), program.getName());
    }
}
