package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.util.function.Function;

/**
 * An answer of the gateway: success, or a refusal with a code. Bodies contain secret keys and strings to sign, so
 * messages quote nothing of them but the code.
 */
final class VersityAnswer {

    private static final int MAX_REFUSAL_BYTES = 64 * 1024;
    private static final int MAX_REFUSAL_EVENTS = 1_000;

    /** More than elements and texts of the largest answer that is read. */
    private static final int MAX_EVENTS = 4_000_000;

    private final VersityRequest request;
    private final int status;
    private final byte[] body;

    VersityAnswer(VersityRequest request, int status, byte[] body) {
        this.request = request;
        this.status = status;
        this.body = body;
    }

    boolean isDone() {
        return status / 100 == 2;
    }

    boolean isRefusedAs(VersityError error) {
        return !isDone() && VersityError.find(code()) == error;
    }

    /** Returns this answer; fails if it is a refusal. */
    VersityAnswer required() {
        if (!isDone()) {
            throw refusal();
        }
        return this;
    }

    /** The refusal as an exception of ours. */
    PlatformException refusal() {
        String code = code();
        VersityError error = VersityError.find(code);
        Kind kind =
                switch (error) {
                    case USER_NOT_FOUND, NO_SUCH_BUCKET -> Kind.NOT_FOUND;
                    default -> Kind.REJECTED;
                };
        return new PlatformException(
                kind,
                "The Versity S3 Gateway refused to " + request.purpose() + ": status " + status + ", "
                        + (code.isEmpty() ? "no code" : code) + "." + advice(error));
    }

    private static String advice(VersityError error) {
        return switch (error) {
            case INVALID_ACCESS_KEY, SIGNATURE_DOES_NOT_MATCH ->
                " Check the administrator's access key and secret key, and both clocks.";
            case AUTHORIZATION_MALFORMED -> " Check the region: it is the one that the gateway was started with.";
            case NOT_AN_ADMINISTRATOR -> " The administrator needs the role admin, or is the root account.";
            case SINGLE_ACCOUNT -> " Start the gateway with accounts, such as those of --iam-dir.";
            case USER_NOT_FOUND, USER_EXISTS, NO_SUCH_BUCKET, OTHER -> "";
        };
    }

    /**
     * Reads the document of a successful answer, with the reader on its root; fails if that is not of the name, or the
     * document not of the expected form.
     */
    <T> T read(String root, Function<XmlReader, T> form) {
        try {
            XmlReader reader = XmlReader.open(body, body.length, MAX_EVENTS);
            if (!reader.name().equals(root)) {
                throw request.unanswered("its answer is not what the admin API answers");
            }
            T read = form.apply(reader);
            reader.finish();
            return read;
        } catch (MalformedXmlException e) {
            throw request.unanswered("its answer is not what the admin API answers");
        }
    }

    private String code() {
        try {
            XmlReader reader = XmlReader.open(body, MAX_REFUSAL_BYTES, MAX_REFUSAL_EVENTS);
            String code = reader.name().equals("Error") ? reader.textOf("Code") : "";
            return code.matches("[A-Za-z0-9]{1,64}") ? code : "";
        } catch (MalformedXmlException e) {
            return "";
        }
    }
}
