package dev.ose.adapter.osis;

import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.osis.model.AuthMode;
import java.util.Set;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Ceph object gateway over OSIS, with bearer tokens. */
class CephOverOsisTest extends ServedPlatformTest {

    @RegisterExtension
    static final ServedPlatform SERVED =
            ServedPlatform.ceph().with(options -> options.withAuthModes(Set.of(AuthMode.BEARER)));

    @Override
    ServedPlatform served() {
        return SERVED;
    }
}
