package dev.ose.server.app;

import dev.ose.osis.fixture.ServedPlatform;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One platform is embedded, the other one a Ceph object gateway. */
class TenantOnTwoPlatformsOnCephTest extends OneTenantOnTwoPlatforms {

    @RegisterExtension
    static final ServedPlatform SECOND = ServedPlatform.ceph();

    @Override
    ServedPlatform second() {
        return SECOND;
    }

    /** Each tenant has a name space of its own there, and an anonymous request has to name it. */
    @Override
    boolean hasOneNameSpace() {
        return false;
    }
}
