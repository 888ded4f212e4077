package dev.ose.server.platform.probe;

import dev.ose.adapter.embedded.EmbeddedPlatform;
import dev.ose.adapter.embedded.EmbeddedPlatformConfig;
import dev.ose.keyring.Keyring;
import dev.ose.testkit.PostgresFixture;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of probes: the embedded platform, and for each test a node that probes it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnProbedNode {

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    EmbeddedPlatform embedded;
    ProbedNode node;

    @BeforeAll
    void startPlatform(@TempDir Path folder) {
        embedded = EmbeddedPlatform.start(
                new EmbeddedPlatformConfig(folder.resolve("objects"), 0, "us-east-1"),
                postgres.dataSource(),
                Keyring.open(folder.resolve("keys")),
                Clock.systemUTC());
    }

    @AfterAll
    void stopPlatform() {
        embedded.close();
    }

    @BeforeEach
    void startNode() {
        node = new ProbedNode(postgres.database(), embedded);
    }

    @AfterEach
    void stopNode() {
        node.close();
    }
}
