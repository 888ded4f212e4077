package dev.ose.keeper.process;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The node's arguments as a file for {@code java @file}: unlike the process list, it is readable by its owner only, and
 * a unit that names the file stays the same if the arguments change.
 */
public final class ArgumentFile {

    static final String NAME = "server.args";

    private static final Pattern DIRECT_LIMIT = Pattern.compile("\"-XX:MaxDirectMemorySize=(\\d{1,15})([kKmMgGtT]?)\"");

    private ArgumentFile() {}

    /** The node's limit of direct memory by its arguments; empty if they set none. Blocks on the disk. */
    public static OptionalDouble directLimitBytes(Path directory) {
        try {
            return directLimitBytes(Files.readString(directory.resolve(NAME)));
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    static OptionalDouble directLimitBytes(String text) {
        OptionalDouble limit = OptionalDouble.empty();
        // The last one wins, as in the JVM.
        for (Matcher found = DIRECT_LIMIT.matcher(text); found.find(); ) {
            double unit =
                    switch (found.group(2).toLowerCase(Locale.ROOT)) {
                        case "k" -> 1L << 10;
                        case "m" -> 1L << 20;
                        case "g" -> 1L << 30;
                        case "t" -> 1L << 40;
                        default -> 1;
                    };
            limit = OptionalDouble.of(Double.parseDouble(found.group(1)) * unit);
        }
        return limit;
    }

    static Path write(Path directory, List<String> arguments) throws IOException {
        Path file = directory.resolve(NAME);
        PrivateFiles.replace(file, text(arguments));
        return file;
    }

    static String text(List<String> arguments) {
        return arguments.stream()
                .map(argument -> '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n")
                .collect(Collectors.joining());
    }
}
