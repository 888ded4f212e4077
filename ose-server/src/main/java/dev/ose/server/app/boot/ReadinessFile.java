package dev.ose.server.app.boot;

import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Announces to scripts that a node is ready, and its addresses. */
public final class ReadinessFile {

    private ReadinessFile() {}

    /**
     * Prints one line of JSON to stdout and writes it to a file in the data directory; closing the result deletes the
     * file. The file exists exactly while the node serves, except after a crash: check the pid, too.
     */
    public static AutoCloseable make(DataDirectory directory, String file, Map<String, Object> facts) {
        String line = JsonMapper.shared().writeValueAsString(facts);
        try {
            directory.writePrivately(file, line + "\n");
        } catch (IOException e) {
            throw new StartException(
                    StartException.Code.DATA_DIRECTORY,
                    "The file " + directory.resolve(file) + " cannot be written. Make the data directory writable.",
                    e);
        }
        System.out.println(line);
        System.out.flush();
        return () -> Files.deleteIfExists(directory.resolve(file));
    }
}
