package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of the admin API: a node and a database of their own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnAdminNode {

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    AdminNode node;

    /** The node's directory. */
    Path folder;

    @BeforeAll
    void startNode(@TempDir Path directory) throws IOException {
        folder = directory;
        node = AdminNode.start(postgres.database(), folder, platform(), options());
    }

    /** What the node stores objects on. */
    StoragePlatform platform() {
        return new MemoryPlatform();
    }

    /** What the node is started with beside the usual options. */
    String[] options() {
        return new String[0];
    }

    @AfterAll
    void stopNode() throws IOException {
        node.close();
    }
}
