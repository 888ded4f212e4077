package dev.ose.testkit;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** An issuer of OpenID Connect on loopback, with keys that can be replaced. */
public final class LoopbackIssuer implements AutoCloseable {

    private static final int PACE_MILLIS = 20;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger exchanged = new AtomicInteger();
    private volatile boolean isAway;
    private volatile boolean isIdentified;
    private final AtomicInteger trickling = new AtomicInteger();
    private final AtomicInteger held = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable String keysElsewhere;
    private volatile BinaryOperator<String> clients = (login, form) -> "";
    private final HttpServer server;
    private volatile RSAKey rsa;
    private final ECKey ec;

    public LoopbackIssuer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            rsa = RsaKeys.next("rsa-1");
            ec = new ECKeyGenerator(Curve.P_256).keyID("ec-1").generate();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        server.createContext(
                "/.well-known/openid-configuration",
                exchange -> answer(
                        exchange,
                        "{\"issuer\": \"" + name() + "\", \"jwks_uri\": \"" + keysAddress()
                                + "\", \"authorization_endpoint\": \"" + name() + "/authorize\", \"token_endpoint\": \""
                                + name() + "/token\", \"authorization_response_iss_parameter_supported\": "
                                + isIdentified + "}"));
        server.createContext("/token", this::exchange);
        server.createContext("/keys", exchange -> answer(exchange, new JWKSet(List.of(rsa, ec)).toString()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** Answers the form of a client, which has a code, with a token, or refuses it. */
    private void exchange(HttpExchange exchange) throws IOException {
        exchanged.incrementAndGet();
        String login = exchange.getRequestHeaders().getFirst("Authorization");
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
        String token = clients.apply(login == null ? "" : login, form);
        byte[] document =
                (token.isEmpty() ? "{}" : "{\"id_token\": \"" + token + "\"}").getBytes(StandardCharsets.US_ASCII);
        try (exchange) {
            exchange.sendResponseHeaders(token.isEmpty() ? 400 : 200, document.length);
            exchange.getResponseBody().write(document);
        }
    }

    /**
     * Serves clients that have a code.
     *
     * @param served returns the token for a client's {@code Authorization} header and its form; empty to refuse it
     */
    public void serveClients(BinaryOperator<String> served) {
        clients = served;
    }

    /** The number of codes that clients have brought so far. */
    public int exchanged() {
        return exchanged.get();
    }

    /** States that it names itself in each answer to a browser (RFC 9207). */
    public void identifyInAnswers() {
        isIdentified = true;
    }

    /** States so no longer. */
    public void stayAnonymousInAnswers() {
        isIdentified = false;
    }

    private String keysAddress() {
        String elsewhere = keysElsewhere;
        return elsewhere == null ? name() + "/keys" : elsewhere;
    }

    private void answer(HttpExchange exchange, String document) throws IOException {
        asked.incrementAndGet();
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            if (isNext(held)) {
                awaitClose();
                return;
            }
            if (isNext(trickling)) {
                trickle(exchange);
                return;
            }
            exchange.sendResponseHeaders(isAway ? 503 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static boolean isNext(AtomicInteger documents) {
        return documents.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a complete head, and then single bytes until the client closes the connection. */
    private void trickle(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, Integer.MAX_VALUE);
        try {
            while (!closed.await(PACE_MILLIS, TimeUnit.MILLISECONDS)) {
                exchange.getResponseBody().write(' ');
                exchange.getResponseBody().flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the next documents trickle without end. */
    public void trickleNext(int documents) {
        trickling.set(documents);
    }

    /** Leaves the requests for the next documents without an answer. */
    public void holdNext(int documents) {
        held.set(documents);
    }

    /** Changes the address of the keys in its configuration. */
    public void nameKeysAt(String address) {
        keysElsewhere = address;
    }

    /** The number of requests so far. */
    public int asked() {
        return asked.get();
    }

    /** Lets it answer 503 from now on. */
    public void goAway() {
        isAway = true;
    }

    /** The issuer as tokens name it. */
    public String name() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public RSAKey key() {
        return rsa;
    }

    public void replaceKey() {
        rsa = RsaKeys.next("rsa-2");
    }

    /** A token with these claims, signed with the RSA key. */
    public String token(JWTClaimsSet claims) throws JOSEException {
        return token(claims, JWSAlgorithm.RS256, rsa.getKeyID(), new RSASSASigner(rsa));
    }

    /** The same without a checked exception. */
    public String tokenOf(JWTClaimsSet claims) {
        try {
            return token(claims);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public String ellipticToken(JWTClaimsSet claims) throws JOSEException {
        return token(claims, JWSAlgorithm.ES256, ec.getKeyID(), new ECDSASigner(ec));
    }

    public static String token(JWTClaimsSet claims, JWSAlgorithm algorithm, String keyId, JWSSigner signer)
            throws JOSEException {
        SignedJWT token =
                new SignedJWT(new JWSHeader.Builder(algorithm).keyID(keyId).build(), claims);
        token.sign(signer);
        return token.serialize();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
