package dev.ose.control;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Private files by which keeper and node exchange values, one value in each. */
final class JsonFiles {

    private JsonFiles() {}

    static void write(Path file, Object value) throws IOException {
        PrivateFiles.replace(file, JsonLinesCodec.line(value));
    }

    /** Nothing if there is no such file. */
    static <T> Optional<T> read(Path file, Class<T> type) throws IOException {
        byte[] json;
        try {
            json = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        return JsonLinesCodec.value(json, type);
    }
}
