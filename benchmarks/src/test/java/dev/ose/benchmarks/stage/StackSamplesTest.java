package dev.ose.benchmarks.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StackSamplesTest {

    @Test
    void stackBelongsToItsInnermostFrameThatHasStage() {
        StackSamples samples = StackSamples.parse(List.of(
                "java/lang/Thread.run;org/xnio/nio/WorkerThread.run;dev/ose/server/s3/S3Pipeline.handle;"
                        + "dev/ose/server/s3/auth/Authenticator.verify;dev/ose/s3/sigv4/SigV4Verifier.verify;"
                        + "javax/crypto/Mac.doFinal 7",
                "java/lang/Thread.run;org/xnio/nio/WorkerThread.run;dev/ose/server/s3/S3Pipeline.handle;"
                        + "dev/ose/server/access/Authorizer.decide 5",
                "Thread.run;dev/ose/server/transfer/Pump.run;org/xnio/conduits/StreamSinkConduit.write;write 3",
                "Thread.run;dev/ose/server/transfer/Pump.run;sun/nio/ch/SocketChannelImpl.write;tcp_sendmsg_[k] 2",
                "start_thread;CompileBroker::compiler_thread_loop 11"));

        assertThat(samples.of(Stage.VERIFICATION)).isEqualTo(7);
        assertThat(samples.of(Stage.AUTHORISATION)).isEqualTo(5);
        assertThat(samples.of(Stage.KERNEL)).isEqualTo(5);
        assertThat(samples.of(Stage.REST)).isEqualTo(11);
        assertThat(samples.of(Stage.RELAY)).isZero();
        assertThat(samples.all()).isEqualTo(28);
    }

    @Test
    void lineWithoutWeightIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> StackSamples.parse(List.of("Thread.run;main")));
    }

    /** A class that is renamed must not move to another stage unseen. */
    @Test
    void everyStageHasClassesOfThisBuild() throws ClassNotFoundException {
        for (String name : List.of(
                "dev.ose.server.http.framing.FramingGate",
                "dev.ose.s3.operation.S3OperationParser",
                "dev.ose.s3.sigv4.SigV4Verifier",
                "dev.ose.s3.sigv4.SigV4Parser",
                "dev.ose.s3.sigv4.SigV4Signer",
                "dev.ose.server.platform.transport.RequestSigner",
                "dev.ose.server.access.Authorizer",
                "dev.ose.server.ledger.commit.GroupCommitLedger",
                "dev.ose.server.runtime.telemetry.RequestLog",
                "dev.ose.server.s3.relay.Relay")) {
            Class<?> type = Class.forName(name, false, getClass().getClassLoader());
            String frame = type.getName().replace('.', '/') + ".method";

            assertThat(Stage.of(List.of(frame))).as(name).isNotIn(Stage.REST, Stage.HTTP, Stage.KERNEL);
        }
    }
}
