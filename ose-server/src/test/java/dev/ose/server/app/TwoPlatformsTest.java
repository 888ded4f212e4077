package dev.ose.server.app;

import dev.ose.osis.fixture.ServedPlatform;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Both platforms are embedded ones. */
class TwoPlatformsTest extends OnTwoPlatforms {

    @RegisterExtension
    static final ServedPlatform SECOND = ServedPlatform.embedded();

    @RegisterExtension
    static final ServedPlatform OTHER = ServedPlatform.embedded();

    @Override
    ServedPlatform second() {
        return SECOND;
    }

    @Override
    ServedPlatform other() {
        return OTHER;
    }
}
