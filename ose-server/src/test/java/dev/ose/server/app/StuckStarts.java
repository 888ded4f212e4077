package dev.ose.server.app;

import static org.awaitility.Awaitility.await;

import dev.ose.testkit.LoopbackIssuer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Starts of sign-ins that wait for an issuer, which never answers. */
final class StuckStarts implements AutoCloseable {

    private final ExecutorService browsers = Executors.newVirtualThreadPerTaskExecutor();

    /** Returns once the issuer has been asked by each. */
    StuckStarts(AdminNode node, LoopbackIssuer issuer, String start, int count) {
        int before = issuer.asked();
        issuer.holdNext(count);
        for (int browser = 0; browser < count; browser++) {
            Future<?> _ = browsers.submit(() -> node.send("GET", start, "", ""));
        }
        await().until(() -> issuer.asked() == before + count);
    }

    @Override
    public void close() {
        browsers.shutdownNow();
    }
}
