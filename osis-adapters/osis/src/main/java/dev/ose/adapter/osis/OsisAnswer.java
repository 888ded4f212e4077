package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.osis.model.MalformedDocumentException;
import dev.ose.osis.model.OsisError;
import dev.ose.osis.model.OsisJson;
import dev.ose.osis.model.OsisPage;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the service: success, or a refusal. Bodies contain secret keys, so messages quote nothing of them but
 * the code of an error.
 */
final class OsisAnswer {

    private final OsisRequest request;
    private final int status;
    private final byte[] body;

    OsisAnswer(OsisRequest request, int status, byte[] body) {
        this.request = request;
        this.status = status;
        this.body = body;
    }

    boolean isDone() {
        return status / 100 == 2;
    }

    boolean isNotFound() {
        return status == 404;
    }

    /** Whether the service does not implement the operation. */
    boolean isNotOffered() {
        return status == 405 || status == 501;
    }

    /** Returns this answer; fails if it is a refusal. */
    OsisAnswer required() {
        if (!isDone()) {
            throw refusal();
        }
        return this;
    }

    /** Fails unless the deletion succeeded or its target did not exist. */
    void requireGone() {
        if (!isNotFound()) {
            required();
        }
    }

    /** The refusal as an exception of ours. */
    PlatformException refusal() {
        Kind kind =
                switch (status) {
                    case 404 -> Kind.NOT_FOUND;
                    case 405, 501 -> Kind.NOT_IMPLEMENTED;
                    default -> Kind.REJECTED;
                };
        String code = code();
        return new PlatformException(
                kind,
                "The OSIS service refused to " + request.purpose() + ": status " + status
                        + (code.isEmpty() ? "" : ", " + code) + '.' + advice());
    }

    private String advice() {
        return switch (status) {
            case 401, 403 -> " Check its user and secret, or its token.";
            case 301, 302, 307, 308 -> " It answers elsewhere: correct its endpoint.";
            default -> "";
        };
    }

    private String code() {
        try {
            String code = Objects.requireNonNullElse(
                    OsisJson.read(body, OsisError.class).code(), "");
            return code.matches("[A-Za-z0-9_-]{1,64}") ? code : "";
        } catch (MalformedDocumentException e) {
            return "";
        }
    }

    /** The document of a successful answer; fails if it is not of that form. */
    <T> T read(Class<T> form) {
        try {
            return OsisJson.read(body, form);
        } catch (MalformedDocumentException e) {
            throw unreadable();
        }
    }

    /** A web address, as a JSON string or, from some services, as plain text. */
    URI readAddress() {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        try {
            URI address = new URI(text.startsWith("\"") ? read(String.class).strip() : text);
            boolean isWeb =
                    "https".equalsIgnoreCase(address.getScheme()) || "http".equalsIgnoreCase(address.getScheme());
            if (isWeb && address.getHost() != null) {
                return address;
            }
            throw unreadable();
        } catch (URISyntaxException e) {
            throw unreadable();
        }
    }

    /** A text, as a JSON string, as plain text, or as the only member of an object of this form. */
    <T> String readText(Class<T> form, Function<T, @Nullable String> member) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        String detail = text.startsWith("{")
                ? member(member.apply(read(form)))
                : text.startsWith("\"") ? read(String.class).strip() : text;
        return member(detail);
    }

    <T> OsisPage<T> readPage(Class<T> form) {
        try {
            OsisPage<T> page = OsisJson.readPage(body, form);
            // Any JSON object parses as a page without items, and must not count as an empty list.
            if (page.items().isEmpty() && page.pageInfo() == null) {
                throw unreadable();
            }
            return page;
        } catch (MalformedDocumentException e) {
            throw unreadable();
        }
    }

    /** A member that the contract requires in every answer. */
    <T> T member(@Nullable T value) {
        if (value == null || (value instanceof String text && text.isBlank())) {
            throw unreadable();
        }
        return value;
    }

    private PlatformException unreadable() {
        return request.callPurpose().unanswered("its answer is not what OSIS answers", null);
    }
}
