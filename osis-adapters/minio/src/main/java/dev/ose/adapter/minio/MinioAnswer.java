package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.Secret;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.security.GeneralSecurityException;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer of MinIO: success, or a refusal with a code. Bodies contain secret keys, so messages quote nothing of them
 * but the code, nor of a parser's exception, which may quote them.
 */
final class MinioAnswer {

    private static final int NOT_FOUND = 404;

    /** More than elements and texts of the largest list of buckets that is read. */
    private static final int MAX_EVENTS = 4_000_000;

    private final MinioRequest request;
    private final int status;
    private final byte[] body;

    MinioAnswer(MinioRequest request, int status, byte[] body) {
        this.request = request;
        this.status = status;
        this.body = body;
    }

    boolean isDone() {
        return status / 100 == 2;
    }

    /** Whether S3 has no such bucket; of a HEAD, whose answer has no code. */
    boolean isMissing() {
        return status == NOT_FOUND;
    }

    boolean isRefusedAs(MinioError error) {
        return !isDone() && MinioError.find(code()) == error;
    }

    /** Returns this answer; fails if it is a refusal. */
    MinioAnswer required() {
        if (!isDone()) {
            throw refusal();
        }
        return this;
    }

    /** The refusal as an exception of ours. */
    PlatformException refusal() {
        String code = code();
        MinioError error = MinioError.find(code);
        Kind kind = error == MinioError.NO_SUCH_USER ? Kind.NOT_FOUND : Kind.REJECTED;
        return new PlatformException(
                kind,
                "MinIO refused to " + request.purpose() + ": status " + status + ", "
                        + (code.isEmpty() ? "no code" : code) + "." + advice(error));
    }

    private static String advice(MinioError error) {
        return switch (error) {
            case INVALID_ACCESS_KEY, SIGNATURE_DOES_NOT_MATCH, TIME_TOO_SKEWED ->
                " Check the administrator's access key and secret key, and both clocks.";
            case AUTHORIZATION_MALFORMED -> " Check the region: it is MinIO's own, or us-east-1 if it has none.";
            case ACCESS_DENIED -> " The administrator's policy lacks an action.";
            case NO_SUCH_USER,
                    NO_SUCH_POLICY,
                    NO_SUCH_ACCESS_KEY,
                    NO_SUCH_SERVICE_ACCOUNT,
                    POLICY_IN_USE,
                    POLICY_CHANGE_ALREADY_APPLIED,
                    OTHER -> "";
        };
    }

    /** Reads the document of a successful answer; fails if it is not of the expected form. */
    <T> T read(Function<JsonNode, T> form) {
        return read(body, form);
    }

    /** The same of a document that is encrypted with the administrator's secret key. */
    <T> T open(Secret secretKey, Function<JsonNode, T> form) {
        try {
            return read(SealedBody.open(secretKey, body), form);
        } catch (GeneralSecurityException e) {
            throw strange();
        }
    }

    private <T> T read(byte[] document, Function<JsonNode, T> form) {
        try {
            return form.apply(JsonMapper.shared().readTree(document));
        } catch (JacksonException e) {
            throw strange();
        }
    }

    /** Reads a document of S3, with the reader on its root; fails if that is not of the name. */
    <T> T readXml(String root, Function<XmlReader, T> form) {
        try {
            XmlReader reader = XmlReader.open(body, body.length, MAX_EVENTS);
            if (!reader.name().equals(root)) {
                throw strange();
            }
            T read = form.apply(reader);
            reader.finish();
            return read;
        } catch (MalformedXmlException e) {
            throw strange();
        }
    }

    private PlatformException strange() {
        return request.unanswered("its answer is not what MinIO answers");
    }

    /** The admin API writes refusals as JSON, S3 as XML. */
    private String code() {
        String code;
        try {
            code = JsonMapper.shared().readTree(body).path("Code").asString("");
        } catch (JacksonException notJson) {
            code = codeOfXml();
        }
        return code.matches("[A-Za-z0-9]{1,64}") ? code : "";
    }

    private String codeOfXml() {
        try {
            XmlReader reader = XmlReader.open(body, body.length, MAX_EVENTS);
            return reader.name().equals("Error") ? reader.textOf("Code") : "";
        } catch (MalformedXmlException e) {
            return "";
        }
    }
}
