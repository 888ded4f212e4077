package dev.ose.postgres;

import java.io.IOException;
import java.nio.file.Path;

/** A process of its own that starts a server, reports it in one line, and stops it when standard input ends. */
final class Starter {

    static final String STARTED = "started ";
    static final String REFUSED = "refused ";

    private Starter() {}

    public static void main(String[] arguments) throws IOException {
        EmbeddedPostgresConfig config = EmbeddedPostgresConfig.in(Path.of(arguments[0]))
                .withBinaries(Path.of(arguments[1]))
                .withPort(Integer.parseInt(arguments[2]));
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config)) {
            System.out.println(STARTED + postgres.pid());
            System.in.readAllBytes();
        } catch (EmbeddedPostgresException refused) {
            System.out.println(REFUSED + String.valueOf(refused.getMessage()).replace('\n', ' '));
        }
    }
}
