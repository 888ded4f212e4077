package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.VersityAccess;
import dev.ose.testkit.VersityFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Uploads in parts to a real versitygw. */
class SplitUploadsOnVersityTest extends SplitUploadsContract {

    @RegisterExtension
    static final VersityFixture VERSITY = new VersityFixture();

    @Override
    StoragePlatform connect(Path folder) {
        return VersityAccess.connect(VERSITY.gateway());
    }
}
