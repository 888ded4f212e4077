package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.CorsQuestion;
import dev.ose.s3.operation.S3Method;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a bucket answers pages of other origins, in their order.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CORSConfiguration.html">CORSConfiguration</a>
 */
public record CorsConfiguration(List<CorsRule> rules) {

    /** The most rules of a bucket. */
    public static final int MAX_RULES = 100;

    private static final int MAX_ID_CHARS = 255;
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    public CorsConfiguration {
        rules = List.copyOf(rules);
    }

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, and {@code InvalidRequest} for a method that pages
     * cannot be allowed, for a second {@code *} in an origin or header, and for a name that is no header's.
     */
    public static CorsConfiguration read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, "CORSConfiguration", CorsConfiguration::content);
    }

    /** The answer of the first matching rule; empty if there is none. */
    public Optional<CorsAnswer> answer(CorsQuestion question) {
        return rules.stream()
                .map(rule -> rule.answer(question))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The document. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("CORSConfiguration");
        rules.forEach(rule -> rule.write(xml));
        return xml.end().toBytes();
    }

    private static CorsConfiguration content(XmlReader xml) {
        List<CorsRule> rules = new ArrayList<>();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("CORSRule")) {
                throw XmlRequestBody.malformed();
            }
            rules.add(rule(xml));
        }
        if (rules.isEmpty()) {
            throw XmlRequestBody.malformed();
        }
        if (rules.size() > MAX_RULES) {
            throw invalid("The number of CORS rules should not exceed allowed limit of " + MAX_RULES + " rules.");
        }
        return new CorsConfiguration(rules);
    }

    private static CorsRule rule(XmlReader xml) {
        String id = null;
        Integer maxAge = null;
        List<String> origins = new ArrayList<>();
        List<S3Method> methods = new ArrayList<>();
        List<String> headers = new ArrayList<>();
        List<String> exposed = new ArrayList<>();
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            String text = xml.text().strip();
            switch (child) {
                case "ID" -> {
                    once.of(child);
                    id = id(text);
                }
                case "AllowedOrigin" -> origins.add(origin(text));
                case "AllowedMethod" -> methods.add(method(text));
                case "AllowedHeader" -> headers.add(header(text));
                case "ExposeHeader" -> exposed.add(exposed(text));
                case "MaxAgeSeconds" -> {
                    once.of(child);
                    maxAge = seconds(text);
                }
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (origins.isEmpty() || methods.isEmpty()) {
            throw XmlRequestBody.malformed();
        }
        return new CorsRule(id, origins, methods, headers, exposed, maxAge);
    }

    private static @Nullable String id(String text) {
        if (text.length() > MAX_ID_CHARS) {
            throw XmlRequestBody.malformed();
        }
        return text.isEmpty() ? null : text;
    }

    private static String origin(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw XmlRequestBody.malformed();
        }
        return withOneWildcard("AllowedOrigin", text);
    }

    private static S3Method method(String text) {
        return S3Method.find(text)
                .filter(method -> method != S3Method.OPTIONS)
                .orElseThrow(
                        () -> invalid("Found unsupported HTTP method in CORS config. Unsupported method is " + text));
    }

    private static String header(String text) {
        return withOneWildcard("AllowedHeader", token("AllowedHeader", text));
    }

    /** It goes into answers as it is, so nothing but a name may pass. */
    private static String exposed(String text) {
        if (text.contains("*")) {
            throw invalid("ExposeHeader \"" + text
                    + "\" contains wildcard. We currently do not support wildcard for ExposeHeader.");
        }
        return token("ExposeHeader", text);
    }

    private static String token(String element, String text) {
        if (text.isEmpty() || !text.chars().allMatch(CorsConfiguration::isTokenCharacter)) {
            throw invalid(element + " \"" + text + "\" contains invalid character.");
        }
        return text;
    }

    private static boolean isTokenCharacter(int c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || TOKEN_MARKS.indexOf(c) >= 0);
    }

    private static String withOneWildcard(String element, String text) {
        if (text.indexOf('*') != text.lastIndexOf('*')) {
            throw invalid(element + " \"" + text + "\" can not have more than one wildcard.");
        }
        return text;
    }

    private static Integer seconds(String text) {
        try {
            int seconds = Integer.parseInt(text);
            if (seconds >= 0) {
                return seconds;
            }
        } catch (NumberFormatException notANumber) {
            // Answered below, like a negative number.
        }
        throw XmlRequestBody.malformed();
    }

    private static S3ErrorException invalid(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
