package dev.ose.it;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/**
 * On a real Ceph object gateway, which is frozen for longer than nodes wait for it: minutes that not each build has.
 */
@Tag("nightly")
final class ConsistencyOnCephIT extends ConsistencyContract {

    @Override
    ShakenPlatform platform(Path folder) {
        return ShakenPlatform.frozen();
    }
}
