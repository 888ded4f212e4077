package dev.ose.control;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells the keeper of itself, in the keeper's directory.
 *
 * @param launch the name of the launch that it read
 * @param process which process it is
 * @param endpoints where it serves; absent until it does
 */
public record NodeReport(
        String launch, ProcessIdentity process, @Nullable Endpoints endpoints) {

    private static final String FILE = "server.json";

    /**
     * Addresses on this machine, as URLs.
     *
     * @param s3 the S3 listener
     * @param admin the listener of the admin API
     */
    public record Endpoints(String s3, String admin) {}

    /** Replaces what was told before. */
    public void write(Path directory) throws IOException {
        JsonFiles.write(directory.resolve(FILE), this);
    }

    /** What was told last. */
    public static Optional<NodeReport> read(Path directory) throws IOException {
        return JsonFiles.read(directory.resolve(FILE), NodeReport.class);
    }
}
