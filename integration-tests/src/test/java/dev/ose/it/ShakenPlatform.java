package dev.ose.it;

import dev.ose.osis.fixture.PlatformProcess;
import dev.ose.testkit.GatewayProcess;
import dev.ose.testkit.TestDatabase;
import java.nio.file.Path;
import java.util.Map;

/** A platform that a test takes away from nodes under load, and gives back. */
interface ShakenPlatform extends AutoCloseable {

    /** The options of nodes for it. */
    Map<String, String> options();

    /** Takes it away. */
    void strike(RandomWrites writes);

    /** Lets it serve again with all that it acknowledged. */
    void recover();

    @Override
    void close();

    /**
     * The embedded platform in a process of its own, which is killed.
     *
     * @param database where it keeps all but the bytes of objects, which is not killed
     */
    static ShakenPlatform killed(TestDatabase database, Path folder) {
        PlatformProcess process = PlatformProcess.start(database, folder.resolve("platform"));
        return new ShakenPlatform() {

            private static final int SOME = 60;

            @Override
            public Map<String, String> options() {
                return SharedServices.platform(folder, process.endpoint());
            }

            @Override
            public void strike(RandomWrites writes) {
                process.kill();
                writes.awaitFailed(SOME);
            }

            @Override
            public void recover() {
                process.startAgain();
            }

            @Override
            public void close() {
                process.close();
            }
        };
    }

    /** A Ceph object gateway that stops in the middle of what it does, for longer than nodes wait for an answer. */
    static ShakenPlatform frozen() {
        GatewayProcess process = GatewayProcess.start();
        return new ShakenPlatform() {

            private static final int SOME = 8;

            @Override
            public Map<String, String> options() {
                return CephNode.options(process.gateway(), process.gateway().endpoint());
            }

            @Override
            public void strike(RandomWrites writes) {
                process.freeze();
                writes.awaitFailed(SOME);
            }

            @Override
            public void recover() {
                process.thaw();
            }

            @Override
            public void close() {
                process.close();
            }
        };
    }
}
