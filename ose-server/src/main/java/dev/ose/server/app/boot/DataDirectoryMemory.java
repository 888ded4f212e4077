package dev.ose.server.app.boot;

import dev.ose.adapter.plugin.AdapterMemory;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** An adapter's files in the node's data directory; their names begin with a prefix of its own. */
final class DataDirectoryMemory implements AdapterMemory {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,63}");

    private final DataDirectory directory;
    private final String prefix;

    DataDirectoryMemory(DataDirectory directory, String prefix) {
        this.directory = directory;
        this.prefix = prefix;
    }

    @Override
    public Path directory() {
        return directory.path();
    }

    @Override
    public Path file(String name) {
        return directory.resolve(fileName(name));
    }

    @Override
    public Optional<String> read(String name) throws IOException {
        try {
            return Optional.of(Files.readString(file(name)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    @Override
    public void write(String name, String text) throws IOException {
        directory.writePrivately(fileName(name), text);
    }

    private String fileName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(name + " is not the name of a file of an adapter");
        }
        return prefix + '-' + name;
    }
}
