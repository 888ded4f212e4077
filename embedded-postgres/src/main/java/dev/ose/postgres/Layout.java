package dev.ose.postgres;

import java.nio.file.Path;

/** The names inside the directory of one server. */
record Layout(Path directory) {

    /** The database cluster; it and {@link #run} belong to the account that runs PostgreSQL, all else to us. */
    Path data() {
        return directory.resolve("data");
    }

    /** Where the account that runs PostgreSQL may write: logs, and a cluster in the making. */
    Path run() {
        return directory.resolve("run");
    }

    Path newData() {
        return run().resolve("data.new");
    }

    Path initialLogin() {
        return run().resolve("login");
    }

    /** What the server says until its own log collector takes over. */
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
