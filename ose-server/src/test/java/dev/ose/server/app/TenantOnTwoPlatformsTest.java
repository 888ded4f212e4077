package dev.ose.server.app;

import dev.ose.osis.fixture.ServedPlatform;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Both platforms are embedded ones. */
class TenantOnTwoPlatformsTest extends OneTenantOnTwoPlatforms {

    @RegisterExtension
    static final ServedPlatform SECOND = ServedPlatform.embedded();

    @Override
    ServedPlatform second() {
        return SECOND;
    }
}
