package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An answer as it came over the wire. Header names are in lower case. */
public final class WireAnswer {

    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    public WireAnswer(int status, Map<String, String> headers, byte[] body) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.body = body.clone();
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public byte[] body() {
        return body.clone();
    }

    @Nullable
    public String header(String lowerCaseName) {
        return headers.get(lowerCaseName);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The text of the first element of that name, or an empty one. */
    public String element(String name) {
        Matcher found = element(name, "([^<]*)").matcher(text());
        return found.find() ? found.group(1) : "";
    }

    /** The texts of all elements of that name. */
    public List<String> elements(String name) {
        return element(name, "([^<]*)")
                .matcher(text())
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    private static Pattern element(String name, String content) {
        return Pattern.compile("<" + name + "(?: [^>]*)?>" + content + "</" + name + ">");
    }

    /**
     * Asserts that this is S3's answer with the code, an XML document, and that its request id can be found in a log.
     */
    public void assertRefused(int expectedStatus, String expectedCode) {
        assertThat(status + " " + element("Code")).as(text()).isEqualTo(expectedStatus + " " + expectedCode);
        assertThat(header("content-type")).isEqualTo("application/xml");
        assertThat(header("x-amz-request-id")).isNotEmpty().isEqualTo(element("RequestId"));
        assertThat(text()).startsWith("<?xml").contains("<Error>").contains("<Message>");
    }

    public void assertStatus(int expectedStatus) {
        assertThat(status).as(text()).isEqualTo(expectedStatus);
    }

    /** The content of an error without the ids, which differ per request. */
    public String withoutIds() {
        return status + "\n" + text().replaceAll("<(RequestId|HostId)>[^<]*</\\1>", "");
    }
}
