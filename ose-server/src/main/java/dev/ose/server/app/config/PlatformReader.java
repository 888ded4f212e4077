package dev.ose.server.app.config;

import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.util.function.Supplier;
import org.springframework.context.annotation.Lazy;

/** The parts that send the node's own requests to platforms. */
@Lazy
record PlatformReader(PlatformRegistry platforms, PlatformClient client, Supplier<PooledBuffer> buffers) {}
