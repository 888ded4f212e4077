package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.CallPurpose;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.PlatformHttp;
import dev.ose.osis.model.OsisJson;
import dev.ose.osis.model.OsisPage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends requests to the service. Blocks, at most for the configured timeout. Thread-safe. */
final class OsisApi implements AutoCloseable {

    private static final int MAX_ANSWER_BYTES = 8 * 1024 * 1024;
    private static final int PAGE_ITEMS = 100;
    private static final int MAX_PAGES = 1_000;
    private static final int UNAUTHORIZED = 401;

    private final OsisPlatformConfig config;
    private final PlatformHttp http;
    private final RequestAuthorizer authorizer;

    /**
     * @param wantsTokens whether the service requires a bearer token
     */
    OsisApi(OsisPlatformConfig config, boolean wantsTokens) {
        this.config = config;
        this.http = new PlatformHttp(
                new PlatformHttp.Bounds(config.connectTimeout(), config.timeout(), MAX_ANSWER_BYTES),
                config.tls(),
                config.routes());
        this.authorizer = new RequestAuthorizer(config.login(), wantsTokens, this::login);
    }

    /** Sends an authenticated request. */
    OsisAnswer send(OsisRequest request) {
        Secret shown = authorizer.show();
        OutboundAnswer answer = exchange(request, shown, request.callPurpose());
        if (answer.status() == UNAUTHORIZED) {
            Secret other = authorizer.showInsteadOf(shown);
            if (!other.equals(shown)) {
                answer = exchange(request, other, request.callPurpose());
            }
        }
        return new OsisAnswer(request, answer.status(), answer.body());
    }

    /** Sends a request without credentials. */
    OsisAnswer sendOpenly(OsisRequest request) {
        return sendOpenly(request, request.callPurpose());
    }

    /** If the login fails in any way, the request itself was not sent. */
    private OsisAnswer login(OsisRequest request) {
        return sendOpenly(request, new CallPurpose("The OSIS service", request.purpose(), false));
    }

    private OsisAnswer sendOpenly(OsisRequest request, CallPurpose callPurpose) {
        OutboundAnswer answer = exchange(request, null, callPurpose);
        return new OsisAnswer(request, answer.status(), answer.body());
    }

    private OutboundAnswer exchange(OsisRequest request, @Nullable Secret shown, CallPurpose callPurpose) {
        OutboundRequest outbound = OutboundRequest.of(request.method(), config.address(request.target()))
                .with("Accept", "application/json");
        if (request.document() != null) {
            outbound = outbound.with(OsisJson.write(request.document()), "application/json");
        }
        if (shown != null) {
            outbound =
                    outbound.with("Authorization", shown.use(bytes -> new String(bytes, StandardCharsets.ISO_8859_1)));
        }
        return http.send(outbound, callPurpose, request.repetition());
    }

    /** All pages of a list. Requests pages until one is empty or the last, whatever page length the service states. */
    <T> List<T> list(OsisRequest request, Class<T> form) {
        List<T> all = new ArrayList<>();
        for (int page = 0; page < MAX_PAGES; page++) {
            OsisPage<T> read = page(request, form, all.size());
            all.addAll(read.items());
            if (read.items().isEmpty() || all.size() >= read.total()) {
                return all;
            }
        }
        throw new PlatformException(Kind.REJECTED, "The OSIS service lists more than we look through.");
    }

    private <T> OsisPage<T> page(OsisRequest request, Class<T> form, int offset) {
        return send(request.with("offset", Integer.toString(offset)).with("limit", Integer.toString(PAGE_ITEMS)))
                .required()
                .readPage(form);
    }

    @Override
    public void close() {
        http.close();
    }
}
