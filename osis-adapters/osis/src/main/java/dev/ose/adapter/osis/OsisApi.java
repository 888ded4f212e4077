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

/** Sends requests to the service and waits for their answers, for as long as the configuration allows. Thread-safe. */
final class OsisApi implements AutoCloseable {

    private static final int MAX_ANSWER_BYTES = 8 * 1024 * 1024;
    private static final int PAGE_ITEMS = 100;
    private static final int MAX_PAGES = 1_000;
    private static final int UNAUTHORIZED = 401;

    private final OsisPlatformConfig config;
    private final PlatformHttp http;
    private final RequestAuthorizer authorizer;

    /**
     * Makes an API without connections.
     *
     * @param wantsTokens whether a user has to get itself a token
     */
    OsisApi(OsisPlatformConfig config, boolean wantsTokens) {
        this.config = config;
        this.http = new PlatformHttp(
                new PlatformHttp.Bounds(config.connectTimeout(), config.timeout(), MAX_ANSWER_BYTES),
                config.tls(),
                config.routes());
        this.authorizer = new RequestAuthorizer(config.login(), wantsTokens, this::login);
    }

    /** What the service answered to whom it knows. */
    OsisAnswer send(OsisRequest request) {
        Secret shown = authorizer.show();
        OutboundAnswer answer = exchange(request, shown, request.errand());
        if (answer.status() == UNAUTHORIZED) {
            Secret other = authorizer.showInsteadOf(shown);
            if (!other.equals(shown)) {
                answer = exchange(request, other, request.errand());
            }
        }
        return new OsisAnswer(request, answer.status(), answer.body());
    }

    /** What the service answered to somebody who shows nothing. */
    OsisAnswer sendOpenly(OsisRequest request) {
        return sendOpenly(request, request.errand());
    }

    /** A login is no order: whatever became of it, what we are about to ask for was not done. */
    private OsisAnswer login(OsisRequest request) {
        return sendOpenly(request, new CallPurpose("The OSIS service", request.purpose(), false));
    }

    private OsisAnswer sendOpenly(OsisRequest request, CallPurpose errand) {
        OutboundAnswer answer = exchange(request, null, errand);
        return new OsisAnswer(request, answer.status(), answer.body());
    }

    private OutboundAnswer exchange(OsisRequest request, @Nullable Secret shown, CallPurpose errand) {
        OutboundRequest outbound = OutboundRequest.of(request.method(), config.address(request.target()))
                .with("Accept", "application/json");
        if (request.document() != null) {
            outbound = outbound.with(OsisJson.write(request.document()), "application/json");
        }
        if (shown != null) {
            outbound =
                    outbound.with("Authorization", shown.use(bytes -> new String(bytes, StandardCharsets.ISO_8859_1)));
        }
        return http.send(outbound, errand, request.repetition());
    }

    /** All pages of a list. Asks on until the service has no more, whatever it says of its pages' length. */
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
