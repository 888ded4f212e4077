package dev.ose.benchmarks.metadata;

import dev.ose.adapter.Secret;
import dev.ose.benchmarks.RunDirectory;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.server.database.DatabaseSettings;
import java.nio.file.Path;

/** A PostgreSQL of its own with {@link CountedSockets}. The directory must not have been used before. */
final class CountedDatabase {

    private CountedDatabase() {}

    static EmbeddedPostgres start() {
        Path directory = RunDirectory.get();
        return EmbeddedPostgres.start(EmbeddedPostgresConfig.in(directory.resolve("metadata-postgres")));
    }

    static DatabaseSettings settings(EmbeddedPostgres server) {
        String url = server.jdbcUrl();
        String counted = url + (url.contains("?") ? "&" : "?") + "socketFactory=" + CountedSockets.class.getName();
        return DatabaseSettings.of(counted, server.user(), server.withPassword(p -> Secret.of(new String(p))));
    }
}
