package dev.ose.adapter.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.contract.BrokenServer.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** The failures that every adapter of an HTTP platform reports if the platform does not answer, or answers nonsense. */
public abstract class RemotePlatformContract {

    /** For faults that only a timeout detects. */
    private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(1);

    /** For other faults: a slow machine must not run into the timeout. */
    private static final Duration LONG_TIMEOUT = Duration.ofMinutes(1);

    /** Upper bound for one call: some consist of several requests, or retry. */
    private static final Duration BOUND = Duration.ofMinutes(3);

    private static final String ADMIN_SECRET = "admin-secret-of-the-test";

    /**
     * An adapter of a platform whose administration is at {@code endpoint}; the suite closes it.
     *
     * @param timeout how long one request may take, its answer included
     * @param secretKey what the adapter logs in with
     */
    protected abstract StoragePlatform platform(URI endpoint, Duration timeout, Secret secretKey);

    private record Call(String name, Consumer<StoragePlatform> body) {}

    private List<Call> calls() {
        PlatformUserId user = userId();
        PlatformTenantId tenant = tenantId();
        String externalId = UUID.randomUUID().toString();
        return List.of(
                new Call("checkAccess", StoragePlatform::checkAccess),
                new Call("createTenant", platform -> platform.createTenant(new TenantRequest(externalId, "t"))),
                new Call("findTenant", platform -> platform.findTenant(tenant)),
                new Call("deleteTenant", platform -> platform.deleteTenant(tenant)),
                new Call("createUser", platform -> platform.createUser(new UserRequest(tenant, externalId, "u"))),
                new Call("findUser", platform -> platform.findUser(user)),
                new Call("setUserActive", platform -> platform.setUserActive(user, false)),
                new Call("deleteUser", platform -> platform.deleteUser(user)),
                new Call("createKey", platform -> platform.createKey(user)),
                new Call("listKeys", platform -> platform.listKeys(user)),
                new Call("deleteKey", platform -> platform.deleteKey(user, "ACCESSKEY")));
    }

    /** A tenant's id in the form that the adapter gives, so that the adapter sends a request for it. */
    protected PlatformTenantId tenantId() {
        return new PlatformTenantId("tenant");
    }

    /** A user's id in the form that the adapter gives. */
    protected PlatformUserId userId() {
        return new PlatformUserId("tenant$user");
    }

    /**
     * Whether a request only reads.
     *
     * @param target path and query
     */
    protected boolean isReading(String method, String target) {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** Only a modifying request that reached the platform and was not answered has an unknown outcome. */
    @TestFactory
    Stream<DynamicTest> faultIsReportedTruly() {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        List<DynamicTest> tests = Stream.of(Fault.values())
                .flatMap(fault -> calls().stream()
                        .map(call -> DynamicTest.dynamicTest(
                                call.name() + " meets " + fault.name().toLowerCase(Locale.ROOT),
                                meeting(call, fault, threads))))
                .toList();
        return tests.stream().onClose(threads::close);
    }

    /** Those that wait for a timeout begin at once, all at the same time. */
    private Executable meeting(Call call, Fault fault, ExecutorService threads) {
        if (timeout(fault).equals(LONG_TIMEOUT)) {
            return () -> meet(call, fault);
        }
        Future<?> begun = threads.submit(() -> meet(call, fault));
        return begun::get;
    }

    private void meet(Call call, Fault fault) {
        try (BrokenServer server = BrokenServer.start(fault);
                StoragePlatform platform = platform(server.endpoint(), timeout(fault), Secret.of(ADMIN_SECRET))) {
            long began = System.nanoTime();
            PlatformException failure = failureOf(call, platform, fault);
            if (failure == null) {
                return;
            }
            boolean ordered =
                    server.requests().stream().anyMatch(request -> !isReading(request.method(), request.target()));
            boolean maybeDone = ordered && fault != Fault.OVERLOAD;
            assertThat(failure.kind()).isEqualTo(maybeDone ? Kind.OUTCOME_UNKNOWN : Kind.UNAVAILABLE);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(BOUND);
            leaksNoSecret(failure);
        }
    }

    private static Duration timeout(Fault fault) {
        return switch (fault) {
            case SILENCE, STALL -> SHORT_TIMEOUT;
            case HANG_UP, ERROR, OVERLOAD, HALF, GARBAGE, STRANGE -> LONG_TIMEOUT;
        };
    }

    /** A modifying request whose answer has no content may take any answer with a 2xx status as success. */
    private static @Nullable PlatformException failureOf(Call call, StoragePlatform platform, Fault fault) {
        PlatformException failure =
                catchThrowableOfType(PlatformException.class, () -> call.body().accept(platform));
        boolean mayPass = (fault == Fault.GARBAGE || fault == Fault.STRANGE)
                && Set.of("setUserActive", "deleteUser", "checkAccess").contains(call.name());
        if (!mayPass) {
            assertThat(failure).isNotNull();
        }
        return failure;
    }

    @Test
    void refusedConnectionIsUnavailable() {
        URI closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = URI.create("http://127.0.0.1:" + free.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (StoragePlatform platform = platform(closed, LONG_TIMEOUT, Secret.of(ADMIN_SECRET))) {
            assertThat(calls()).allSatisfy(call -> {
                PlatformException failure = catchThrowableOfType(
                        PlatformException.class, () -> call.body().accept(platform));
                assertThat(failure).isNotNull();
                assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
                leaksNoSecret(failure);
            });
        }
    }

    /** Nowhere in the message, the causes and the trace, which end up in logs. */
    private static void leaksNoSecret(PlatformException failure) {
        StringWriter everything = new StringWriter();
        failure.printStackTrace(new PrintWriter(everything));
        assertThat(everything.toString())
                .doesNotContain(ADMIN_SECRET)
                .doesNotContain(BrokenServer.TOLD_IN_CONFIDENCE)
                .doesNotContain("Signature=");
        assertThat(String.valueOf(failure.getMessage())).isNotBlank();
    }
}
