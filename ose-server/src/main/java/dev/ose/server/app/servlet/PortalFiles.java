package dev.ose.server.app.servlet;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Serves the portal below {@value #PATH}, without a login: it contains no data. Addresses within the portal, which the
 * page itself interprets, are answered with its document. Answers on the I/O thread from memory.
 */
public final class PortalFiles implements HttpHandler {

    /** The path of the portal's document. */
    static final String PATH = "/portal/";

    private static final String WITHOUT_SLASH = "/portal";
    private static final String HASHED = "assets/";
    private static final String DOCUMENT = "index.html";

    /** What the build puts where a nonce belongs. */
    private static final String NONCE = "PORTAL-NONCE";

    private static final HttpString POLICY = HttpString.tryFromString("Content-Security-Policy");
    private static final HttpString OPENER = HttpString.tryFromString("Cross-Origin-Opener-Policy");
    private static final HttpString RESOURCE = HttpString.tryFromString("Cross-Origin-Resource-Policy");
    private static final HttpString PERMISSIONS = HttpString.tryFromString("Permissions-Policy");

    private static final int NONCE_BYTES = 16;

    private final PortalBundle bundle;
    private final String parents;
    private final Supplier<Optional<String>> objects;
    private final SecureRandom random;
    private final HttpHandler next;

    private PortalFiles(PortalBundle bundle, Neighbours neighbours, SecureRandom random, HttpHandler next) {
        this.bundle = bundle;
        this.parents =
                neighbours.hosts().stream().sorted().map(host -> ' ' + host).collect(Collectors.joining());
        this.objects = neighbours.objects();
        this.random = random;
        this.next = next;
    }

    /**
     * The other origins that the portal's policy names.
     *
     * @param hosts those of pages that may show the portal in a frame
     * @param objects that of S3, from which the portal shows previews; empty before S3 is served; does not block
     */
    public record Neighbours(Set<String> hosts, Supplier<Optional<String>> objects) {

        public Neighbours {
            hosts = Set.copyOf(hosts);
        }
    }

    /**
     * Puts the portal in front of {@code next}, which also gets its paths if the node was built without a portal.
     *
     * @param random makes a nonce for each document
     */
    public static HttpHandler inFrontOf(
            HttpHandler next, PortalBundle bundle, Neighbours neighbours, SecureRandom random) {
        return bundle.isEmpty() ? next : new PortalFiles(bundle, neighbours, random, next);
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        String path = exchange.getRequestURI();
        if (path.startsWith(PATH)) {
            answer(exchange, path.substring(PATH.length()));
        } else if (path.equals(WITHOUT_SLASH)) {
            exchange.getResponseHeaders().put(Headers.LOCATION, PATH);
            refuse(exchange, StatusCodes.PERMANENT_REDIRECT);
        } else {
            next.handleRequest(exchange);
        }
    }

    private void answer(HttpServerExchange exchange, String name) {
        String nonce = nonce();
        protect(exchange.getResponseHeaders(), nonce);
        if (!exchange.getRequestMethod().equals(Methods.GET)
                && !exchange.getRequestMethod().equals(Methods.HEAD)) {
            exchange.getResponseHeaders().put(Headers.ALLOW, "GET, HEAD");
            refuse(exchange, StatusCodes.METHOD_NOT_ALLOWED);
            return;
        }
        boolean isHashed = name.startsWith(HASHED);
        PortalBundle.@Nullable File file = bundle.find(name);
        if (file == null && isHashed) {
            // A document instead of a script would be kept under the script's name.
            refuse(exchange, StatusCodes.NOT_FOUND);
            return;
        }
        if (file == null || name.equals(DOCUMENT)) {
            sendDocument(exchange, nonce);
        } else {
            send(exchange, file, isHashed);
        }
    }

    private String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Only the scripts and styles that the document names: objects of tenants below {@code /api/v1/s3} have the same
     * origin, and an object can be a script. From S3 come previews: images, media, and text that is fetched.
     */
    private void protect(HeaderMap headers, String nonce) {
        String s3 = objects.get().map(origin -> ' ' + origin).orElse("");
        String previews = s3.isEmpty() ? "" : "media-src" + s3 + "; ";
        headers.put(
                        POLICY,
                        "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'nonce-" + nonce
                                + "'; img-src 'self' data:" + s3 + "; connect-src 'self'" + s3 + "; " + previews
                                + "frame-ancestors 'self'" + parents
                                + "; base-uri 'none'; form-action 'self'; trusted-types lit-html;"
                                + " require-trusted-types-for 'script'")
                .put(Headers.X_CONTENT_TYPE_OPTIONS, "nosniff")
                .put(Headers.REFERRER_POLICY, "no-referrer")
                .put(OPENER, "same-origin")
                .put(RESOURCE, "same-origin")
                .put(PERMISSIONS, "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    }

    /** Without an entity tag, because each one has a nonce of its own. */
    private void sendDocument(HttpServerExchange exchange, String nonce) {
        PortalBundle.File document = bundle.required(DOCUMENT);
        String text = new String(document.plain(), StandardCharsets.UTF_8).replace(NONCE, nonce);
        exchange.getResponseHeaders().put(Headers.CACHE_CONTROL, "no-cache").put(Headers.CONTENT_TYPE, document.type());
        endConnectionBeforeBody(exchange);
        exchange.getResponseSender().send(text, StandardCharsets.UTF_8);
    }

    private static void send(HttpServerExchange exchange, PortalBundle.File file, boolean isHashed) {
        HeaderMap headers = exchange.getResponseHeaders()
                .put(Headers.CACHE_CONTROL, isHashed ? "public, max-age=31536000, immutable" : "no-cache")
                .put(Headers.ETAG, file.tag())
                .put(Headers.VARY, "Accept-Encoding");
        if (file.tag().equals(exchange.getRequestHeaders().getFirst(Headers.IF_NONE_MATCH))) {
            refuse(exchange, StatusCodes.NOT_MODIFIED);
            return;
        }
        headers.put(Headers.CONTENT_TYPE, file.type());
        endConnectionBeforeBody(exchange);
        if (takesGzip(exchange.getRequestHeaders().get(Headers.ACCEPT_ENCODING))) {
            headers.put(Headers.CONTENT_ENCODING, "gzip");
            exchange.getResponseSender().send(ByteBuffer.wrap(file.gzip()));
        } else {
            exchange.getResponseSender().send(ByteBuffer.wrap(file.plain()));
        }
    }

    private static boolean takesGzip(@Nullable HeaderValues encodings) {
        if (encodings == null) {
            return false;
        }
        for (String coding :
                String.join(",", encodings).toLowerCase(Locale.ROOT).split(",", -1)) {
            String stripped = coding.strip().replace(" ", "");
            if (stripped.equals("gzip") || (stripped.startsWith("gzip;q=") && !stripped.matches("gzip;q=0(\\.0*)?"))) {
                return true;
            }
        }
        return false;
    }

    private static void refuse(HttpServerExchange exchange, int status) {
        exchange.setStatusCode(status);
        endConnectionBeforeBody(exchange);
        exchange.endExchange();
    }

    /** Does not wait for the body of a request. */
    private static void endConnectionBeforeBody(HttpServerExchange exchange) {
        if (!exchange.isRequestComplete()) {
            exchange.setPersistent(false);
        }
    }
}
