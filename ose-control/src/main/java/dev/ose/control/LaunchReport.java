package dev.ose.control;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node's report to the keeper, in the keeper's directory.
 *
 * @param launch name of the launch ticket that it read
 * @param process the node's process
 * @param endpoints absent until the node serves
 */
public record LaunchReport(
        String launch, ProcessIdentity process, @Nullable Endpoints endpoints) {

    private static final String FILE = "server.json";

    /**
     * Addresses on this host, as URLs.
     *
     * @param s3 the S3 listener
     * @param admin the listener of the admin API
     */
    public record Endpoints(String s3, String admin) {}

    /** Replaces the previous report. */
    public void write(Path directory) throws IOException {
        JsonFiles.write(directory.resolve(FILE), this);
    }

    /** The latest report. */
    public static Optional<LaunchReport> read(Path directory) throws IOException {
        return JsonFiles.read(directory.resolve(FILE), LaunchReport.class);
    }
}
