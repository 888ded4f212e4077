package dev.ose.server.platform.client;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.platform.transport.TransportBuffers;
import dev.ose.server.platform.transport.UpstreamSettings;
import dev.ose.server.platform.transport.UpstreamTransport;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.xnio.ChannelBuffer;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.DefaultByteBufferPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Set;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/** A client for requests to platforms, with one I/O thread, so that a second request reuses the connection. */
public final class TestQuestions implements AutoCloseable {

    private final XnioWorker worker;
    private final ByteBufferPool buffers = new DefaultByteBufferPool(true, 16_384);

    public TestQuestions() {
        try {
            worker = Xnio.getInstance(getClass().getClassLoader())
                    .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** To any platform. */
    public BlockingTransport open() {
        return new BlockingTransport(
                new UpstreamTransport(
                        UpstreamSettings.defaults(),
                        new TransportBuffers(buffers, buffers, new FairBudget(Long.MAX_VALUE)),
                        Clock.systemUTC()),
                task -> worker.getIoThread().execute(task),
                () -> ChannelBuffer.from(buffers));
    }

    /** To this platform, wherever a bucket is. */
    public PlatformClient client(Platform platform) {
        return new PlatformClient(_ -> platform, open());
    }

    /** The scripted platform as a {@link Platform}. */
    public static Platform known(ScriptedPlatform platform) {
        return new Platform(new PlatformId(1), "p", platform.endpoint(), "us-east-1", Set.of(), Set.of());
    }

    /** The owner of bucket {@code b-1} on that platform. */
    public static BucketOwner owner() {
        return new BucketOwner(
                new BucketName("b-1"),
                PlatformEndpoint.common(new PlatformId(1)),
                new PlatformKey("OWNERKEY", Secret.of("s3cr3t")),
                false,
                ClientConditions.NONE);
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
