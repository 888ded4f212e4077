package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.embedded.EmbeddedPlatform;
import dev.ose.adapter.embedded.EmbeddedPlatformConfig;
import dev.ose.keyring.Keyring;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of a node with all its listeners, a real database, and the embedded platform. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnEmbeddedNode {

    static final String TENANTS = "/api/v1/admin/tenants";

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    EmbeddedPlatform platform;
    AdminNode node;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        platform = EmbeddedPlatform.start(
                new EmbeddedPlatformConfig(folder.resolve("objects"), 0, "us-east-1"),
                postgres.dataSource(),
                Keyring.open(folder.resolve("keys")),
                Clock.systemUTC());
        String[] all = Stream.concat(Stream.of("--oss.s3.port=0"), Stream.of(options()))
                .toArray(String[]::new);
        node = AdminNode.start(postgres.database(), folder, served(platform), all)
                .startAll();
    }

    /** The platform as the node gets it. */
    StoragePlatform served(EmbeddedPlatform embedded) {
        return embedded;
    }

    /** What the node is started with beside the usual options. */
    String[] options() {
        return new String[0];
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
        platform.close();
    }
}
