package dev.ose.testkit.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

class FastTestsTest {

    private final FastTests fast = new FastTests(true);

    @Test
    void testsThatUseAServerAreLeftOut() {
        assertThat(isRun(fast, ClassSource.from(OnServer.class))).isFalse();
        assertThat(isRun(fast, MethodSource.from(OnServer.class.getName(), "hashCode")))
                .isFalse();
    }

    @Test
    void testsWhoseBaseOrOuterClassUsesAServerAreLeftOut() {
        assertThat(isRun(fast, ClassSource.from(OnServerToo.class))).isFalse();
        assertThat(isRun(fast, ClassSource.from(OnServer.Inner.class))).isFalse();
    }

    @Test
    void testsThatAreMarkedThemselvesAreLeftOut() {
        assertThat(isRun(fast, ClassSource.from(Slow.class))).isFalse();
    }

    @Test
    void testsWithoutServersAreRun() {
        assertThat(isRun(fast, ClassSource.from(FastTests.class))).isTrue();
        assertThat(isRun(fast, ClassSource.from(String.class))).isTrue();
    }

    @Test
    void everythingIsRunUnlessFastIsAskedFor() {
        assertThat(isRun(new FastTests(false), ClassSource.from(OnServer.class)))
                .isTrue();
    }

    private static boolean isRun(FastTests filter, TestSource source) {
        return filter.apply(new Described(source)).included();
    }

    private static final class Described extends AbstractTestDescriptor {

        Described(TestSource source) {
            super(UniqueId.forEngine("any"), "any", source);
        }

        @Override
        public Type getType() {
            return TestDescriptor.Type.TEST;
        }
    }

    @StartsServer
    private static final class Server {

        static Server start() {
            return new Server();
        }
    }

    private static class OnServer {

        private final Server server = Server.start();

        @Override
        public int hashCode() {
            return server.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        static final class Inner {}
    }

    private static final class OnServerToo extends OnServer {}

    @StartsServer
    private static final class Slow {}
}
