package dev.ose.adapter.osis;

import dev.ose.osis.fixture.ServedPlatform;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The embedded platform, to a user who shows its secret with every request. */
class EmbeddedOverOsisTest extends ServedPlatformTest {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    @Override
    ServedPlatform served() {
        return SERVED;
    }
}
