package dev.ose.server.s3;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformTransport;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

/** Notes the requests that it hands to a transport, and fails some of them. */
final class ObservedTransport implements PlatformTransport {

    final List<PlatformRequest> sent = new CopyOnWriteArrayList<>();

    /** The failure of requests with an operation of this name, or a bug that it throws. */
    volatile Function<String, Optional<Failure>> failures = _ -> Optional.empty();

    private final Supplier<? extends PlatformTransport> transport;

    ObservedTransport(Supplier<? extends PlatformTransport> transport) {
        this.transport = transport;
    }

    @Override
    public PlatformCall send(PlatformRequest request, PlatformListener listener) {
        sent.add(request);
        Optional<Failure> failure = failures.apply(request.operation());
        if (failure.isEmpty()) {
            return transport.get().send(request, listener);
        }
        listener.failed(failure.get());
        return () -> {};
    }
}
