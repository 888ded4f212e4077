package dev.ose.it;

import dev.ose.osis.fixture.ServedPlatform;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** On a platform that is administered over OSIS. */
final class SlowUploadsOnOsisIT extends SlowUploadsContract {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    private static Node node;

    @BeforeAll
    static void start(@TempDir Path folder) {
        node = OsisIT.startNode("slow-uploads-osis", SERVED.endpoint(), folder);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Override
    Node node() {
        return node;
    }
}
