package dev.ose.adapter.osis;

import dev.ose.osis.fixture.ServedPlatform;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The embedded platform over OSIS, with Basic authentication. */
class EmbeddedOverOsisTest extends ServedPlatformTest {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    @Override
    ServedPlatform served() {
        return SERVED;
    }
}
