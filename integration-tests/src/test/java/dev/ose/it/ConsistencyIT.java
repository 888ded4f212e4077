package dev.ose.it;

import dev.ose.testkit.PostgresFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the embedded platform, which is killed. */
final class ConsistencyIT extends ConsistencyContract {

    @RegisterExtension
    static final PostgresFixture PLATFORM_DATABASE = PostgresFixture.empty();

    @Override
    ShakenPlatform platform(Path folder) {
        return ShakenPlatform.killed(PLATFORM_DATABASE.database(), folder);
    }
}
