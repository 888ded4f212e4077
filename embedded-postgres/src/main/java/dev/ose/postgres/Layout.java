package dev.ose.postgres;

import java.nio.file.Path;

/** Paths in the directory of one server. */
record Layout(Path directory) {

    /**
     * The database cluster; it and {@link #run} belong to the account that runs PostgreSQL, everything else to this
     * account.
     */
    Path data() {
        return directory.resolve("data");
    }

    /** The directory that the account of PostgreSQL may write: logs, and a cluster being created. */
    Path run() {
        return directory.resolve("run");
    }

    Path newData() {
        return run().resolve("data.new");
    }

    Path initialLogin() {
        return run().resolve("login");
    }

    /** The server's output before its log collector starts. */
    Path startLog() {
        return run().resolve("start.log");
    }

    Path serverLogs() {
        return run().resolve("log");
    }

    Path commandLog() {
        return directory.resolve("command.log");
    }

    Path login() {
        return directory.resolve("password");
    }

    Path port() {
        return directory.resolve("port");
    }
}
