package dev.ose.server.iam.oidc;

import com.nimbusds.jose.util.Resource;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Fetches documents of issuers: within five seconds each, body included, of at most 256 KiB, without following
 * redirects. An address configured by an administrator of the provider may be anywhere; one that an issuer's document
 * names on another server is treated as foreign ({@link OutboundRoutes}). Blocks. Thread-safe.
 */
final class IssuerAnswers implements AutoCloseable {

    /** Enough for issuers on the internet. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int MAX_BYTES = 256 * 1024;

    /** More than tokens are verified at once. */
    private static final int AT_ONCE = 32;

    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    private final OutboundHttp configured;
    private final OutboundHttp foreign;

    IssuerAnswers(OutboundRoutes routes, Duration timeout) {
        OutboundHttp.Limits limits = new OutboundHttp.Limits(timeout, timeout, MAX_BYTES, AT_ONCE);
        this.configured = new OutboundHttp(limits, routes);
        this.foreign = new OutboundHttp(limits, routes.forForeignAddresses());
    }

    /** Fetches a document from a configured address, or from the same server. */
    Resource fromConfigured(URI address) throws IOException {
        return read(configured, address);
    }

    /** Fetches a document from an address that an issuer's document names. */
    Resource fromForeign(URI address) throws IOException {
        return read(foreign, address);
    }

    /**
     * Posts a form; empty if the issuer refuses it.
     *
     * @param isConfigured whether the address is on a configured server
     */
    Optional<String> post(boolean isConfigured, OutboundRequest form) throws IOException {
        OutboundAnswer answer = (isConfigured ? configured : foreign).send(form);
        if (answer.status() == OK) {
            return Optional.of(new String(answer.body(), StandardCharsets.UTF_8));
        }
        if (answer.status() >= SERVER_ERROR) {
            throw new IOException(form + " was answered " + answer.status());
        }
        return Optional.empty();
    }

    private static Resource read(OutboundHttp http, URI address) throws IOException {
        OutboundAnswer answer = http.send(request(address));
        if (answer.status() != OK) {
            throw new IOException(address + " answered " + answer.status());
        }
        return new Resource(new String(answer.body(), StandardCharsets.UTF_8), "application/json");
    }

    private static OutboundRequest request(URI address) throws IOException {
        try {
            return OutboundRequest.get(address).with("Accept", "application/json");
        } catch (IllegalArgumentException e) {
            throw new IOException(address + " is not an address of http or https", e);
        }
    }

    @Override
    public void close() {
        configured.close();
        foreign.close();
    }
}
