package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer of the gateway: success, or a refusal with a code. Bodies contain secret keys, so messages quote nothing of
 * them, nor of a parser's exception, which may quote them.
 */
final class AdminAnswer {

    private final AdminRequest request;
    private final int status;
    private final byte[] body;

    AdminAnswer(AdminRequest request, int status, byte[] body) {
        this.request = request;
        this.status = status;
        this.body = body;
    }

    boolean isDone() {
        return status / 100 == 2;
    }

    boolean isRefusedAs(GatewayError error) {
        return !isDone() && GatewayError.find(code()) == error;
    }

    /** Returns this answer; fails if it is a refusal. */
    AdminAnswer required() {
        if (!isDone()) {
            throw refusal();
        }
        return this;
    }

    /** The refusal as an exception of ours. */
    PlatformException refusal() {
        String code = code();
        Kind kind =
                switch (GatewayError.find(code)) {
                    case NO_SUCH_USER -> Kind.NOT_FOUND;
                    case METHOD_NOT_ALLOWED, NOT_IMPLEMENTED -> Kind.NOT_IMPLEMENTED;
                    default -> Kind.REJECTED;
                };
        return new PlatformException(
                kind,
                "The Ceph gateway refused to " + request.purpose() + ": status " + status + ", "
                        + (code.isEmpty() ? "no code" : code) + "." + advice(code));
    }

    private static String advice(String code) {
        return switch (GatewayError.find(code)) {
            case INVALID_ACCESS_KEY, SIGNATURE_DOES_NOT_MATCH ->
                " Check the administrator's access key and secret key, and both clocks.";
            case ACCESS_DENIED ->
                " The administrator needs the capabilities users=*, buckets=read and metadata=read, and to give buckets"
                        + " to other"
                        + " users buckets=*.";
            case NO_SUCH_BUCKET -> " Its admin ops API is switched off, or not under /admin.";
            default -> "";
        };
    }

    /** Reads the document of a successful answer; fails if it is not of the expected form. */
    <T> T read(Function<JsonNode, T> form) {
        try {
            return form.apply(JsonMapper.shared().readTree(body));
        } catch (JacksonException e) {
            throw request.unanswered("its answer is not what the admin ops API answers");
        }
    }

    private String code() {
        try {
            JsonNode code = JsonMapper.shared().readTree(body).path("Code");
            return code.isString() && code.stringValue().matches("[A-Za-z0-9]{1,64}") ? code.stringValue() : "";
        } catch (JacksonException e) {
            return "";
        }
    }
}
