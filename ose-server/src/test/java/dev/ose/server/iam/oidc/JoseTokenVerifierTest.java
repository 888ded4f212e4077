package dev.ose.server.iam.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.TokenVerifier.Proof;
import dev.ose.server.iam.federation.TokenVerifier.Why;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.LoopbackIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JoseTokenVerifierTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Duration SHORT = Duration.ofMillis(500);

    private final LoopbackIssuer issuer = new LoopbackIssuer();
    private final OutboundRoutes routes = OutboundRoutes.direct();

    @AfterEach
    void close() {
        issuer.close();
    }

    /** The body of the document trickles forever after a complete head; the next fetch takes another connection. */
    @Test
    void issuerThatTricklesItsKeysOnceIsAskedAgain() {
        issuer.trickleNext(1);
        try (JoseTokenVerifier verifier = verifier(routes)) {
            assertThat(verify(verifier)).isEqualTo(new Proof.Refused(Why.ISSUER_AWAY));
            assertThat(verify(verifier)).isInstanceOf(Proof.Proven.class);
        }
    }

    /** All wait for the same fetch, and none of them for longer than it takes. */
    @Test
    void callersThatWaitForAStuckFetchGetTheKeysOfTheNext() throws Exception {
        issuer.trickleNext(1);
        try (JoseTokenVerifier verifier = verifier(routes);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Proof>> proofs = IntStream.range(0, 8)
                    .mapToObj(_ -> callers.submit(() -> verify(verifier)))
                    .toList();

            int proven = 0;
            for (Future<Proof> proof : proofs) {
                proven += proof.get() instanceof Proof.Proven ? 1 : 0;
            }
            assertThat(proven).isEqualTo(7);
        }
    }

    /**
     * The keys are on another server than the issuer, as in an attempt to make a node send requests to internal hosts.
     */
    @Test
    void keysThatADocumentNamesOnAPrivateAddressAreNotAskedFor() throws IOException {
        try (Listener other = new Listener();
                JoseTokenVerifier verifier = verifier(routes)) {
            issuer.nameKeysAt("https://" + other.authority() + "/keys");

            assertThat(verify(verifier)).isEqualTo(new Proof.Refused(Why.ISSUER_AWAY));
            assertThat(other.connections).hasValue(0);
        }
    }

    @Test
    void keysInAPermittedNetworkAreAskedFor() throws IOException {
        try (Listener other = new Listener();
                JoseTokenVerifier verifier = verifier(routes.permitting(InetAddress::isLoopbackAddress))) {
            issuer.nameKeysAt("https://" + other.authority() + "/keys");

            assertThat(verify(verifier)).isEqualTo(new Proof.Refused(Why.ISSUER_AWAY));
            assertThat(other.connections).hasPositiveValue();
        }
    }

    @Test
    void keysWithoutTlsOnAnotherServerAreNotAskedFor() throws IOException {
        try (Listener other = new Listener();
                JoseTokenVerifier verifier = verifier(routes.permitting(InetAddress::isLoopbackAddress))) {
            issuer.nameKeysAt("http://" + other.authority() + "/keys");

            assertThat(verify(verifier)).isEqualTo(new Proof.Refused(Why.ISSUER_AWAY));
            assertThat(other.connections).hasValue(0);
        }
    }

    @Test
    void documentThatNeverEndsIsRefused() {
        issuer.nameKeysAt("https://example.com/" + "x".repeat(300_000));
        try (JoseTokenVerifier verifier = verifier(routes)) {
            assertThat(verify(verifier)).isEqualTo(new Proof.Refused(Why.ISSUER_AWAY));
        }
    }

    private static JoseTokenVerifier verifier(OutboundRoutes routes) {
        return new JoseTokenVerifier(new IssuerAnswers(routes, SHORT), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private Proof verify(JoseTokenVerifier verifier) {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .issuer(issuer.name())
                .subject("ann")
                .audience("ose")
                .issueTime(Date.from(NOW))
                .expirationTime(Date.from(NOW.plusSeconds(60)))
                .build();
        IdentityProvider provider = new IdentityProvider(
                new TenantId(UUID.randomUUID()), "issuer", issuer.name(), List.of("ose"), null, "sub", Map.of(), null);
        try {
            return verifier.verify(Secret.of(issuer.token(claims)), _ -> Optional.of(provider));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Counts connections, and closes each. */
    private static final class Listener implements AutoCloseable {

        final AtomicInteger connections = new AtomicInteger();
        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        Listener() throws IOException {
            Thread.ofVirtual().start(this::accept);
        }

        String authority() {
            return "127.0.0.1:" + socket.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    Socket connection = socket.accept();
                    connections.incrementAndGet();
                    connection.close();
                }
            } catch (IOException e) {
                // Closed at the end of the test.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
