package dev.ose.it;

import dev.ose.cli.AotTraining;
import dev.ose.cli.Ose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
                java("-XX:AOTCacheOutput=" + cache, AotTraining.class).run();
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

    private static Command java(String cacheOption, Class<?> program) {
        return new Command(JAVA, "-Xlog:disable", "-Xlog:all=error:stderr", "--enable-native-access=ALL-UNNAMED")
                .with("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=10", "-Xmx64m")
                .with(cacheOption, "-cp", Tools.jar("ose-cli"), program.getName());
    }
}
