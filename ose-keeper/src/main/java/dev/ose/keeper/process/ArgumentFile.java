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
 * The node's arguments as a file that java reads ({@code java @file}): nobody else can read them there, as everybody can on
 * the list of processes, and a unit that names the file need not be written anew for a change of them.
 */
public final class ArgumentFile {

    static final String NAME = "server.args";

    private static final Pattern DIRECT_LIMIT = Pattern.compile("\"-XX:MaxDirectMemorySize=(\\d{1,15})([kKmMgGtT]?)\"");

    private ArgumentFile() {}

    /** How much direct memory the node may use by its arguments; nothing if they do not say. Blocks on the disk. */
    public static OptionalDouble directLimitBytes(Path directory) {
        try {
            return directLimitBytes(Files.readString(directory.resolve(NAME)));
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    static OptionalDouble directLimitBytes(String text) {
        OptionalDouble limit = OptionalDouble.empty();
        // The last one counts, as for the JVM.
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
