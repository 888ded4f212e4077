package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.VersityAccess;
import dev.ose.testkit.VersityFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Copies in parts by a real versitygw. */
class CopiesInPartsOnVersityTest extends CopiesInPartsContract {

    @RegisterExtension
    static final VersityFixture VERSITY = new VersityFixture();

    @Override
    StoragePlatform connect(Path folder) {
        return VersityAccess.connect(VERSITY.gateway());
    }
}
