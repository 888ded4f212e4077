package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.embedded.EmbeddedPlatform;
import dev.ose.adapter.embedded.EmbeddedPlatformConfig;
import dev.ose.keyring.Keyring;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/** Copies in parts by the embedded platform. */
class CopiesInPartsOnEmbeddedTest extends CopiesInPartsContract {

    @Override
    StoragePlatform connect(Path folder) throws IOException {
        return EmbeddedPlatform.start(
                new EmbeddedPlatformConfig(folder.resolve("objects"), 0, "us-east-1"),
                postgres.dataSource(),
                Keyring.open(folder.resolve("keys")),
                Clock.systemUTC());
    }
}
