package dev.ose.s3.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.error.S3ErrorException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormHeadTest {

    private static final FormBoundary BOUNDARY = FormBoundary.of("multipart/form-data; boundary=\"x y\"");

    private static @Nullable FormHead read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer received = ByteBuffer.allocate(64 * 1024);
        received.put(bytes);
        return FormHead.read(received, BOUNDARY);
    }

    private static String field(String name, String value) {
        return "--x y\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }

    private static String file(String disposition) {
        return "--x y\r\nContent-Type: image/png\r\ncontent-disposition: form-data; " + disposition + "\r\n\r\n";
    }

    @Test
    void fieldsBeforeTheFileAreRead() {
        String text = field("Key", "ä/k")
                + field("empty", "")
                + field("lines", "a\r\nb\r\n--x")
                + file("name=\"file\"; filename=\"C:\\pictures\\c\\\"at;.png\"");

        FormHead head = Objects.requireNonNull(read(text + "binary"));

        assertThat(head.fields())
                .containsEntry("key", "ä/k")
                .containsEntry("empty", "")
                .containsEntry("lines", "a\r\nb\r\n--x")
                .hasSize(3);
        assertThat(head.fileName()).isEqualTo("c\"at;.png");
        assertThat(head.lengthBytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void formThatHasNotComeToItsFileIsNotReadYet() {
        String text = field("key", "k") + field("acl", "private") + file("name=file; filename=a.png");

        for (int end = 0; end < text.length(); end++) {
            assertThat(read(text.substring(0, end))).as("first %d", end).isNull();
        }
        assertThat(read(text)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--other\r\n",
                "preamble\r\n--x y\r\n",
                "--x y--\r\n",
                "--x y\r\nContent-Type: text/plain\r\n\r\n",
                "--x y\r\nContent-Disposition: form-data; filename=\"a\"\r\n\r\n"
            })
    void whatIsNoFormIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).hasMessageStartingWith("MalformedPOSTRequest");
    }

    @Test
    void formWithoutFileAndFieldSentTwiceAreRefused() {
        assertThatThrownBy(() -> read(field("key", "k") + "--x y--\r\n"))
                .hasMessage("InvalidArgument: POST requires exactly one file upload per request.");
        assertThatThrownBy(() -> read(field("key", "k") + field("KEY", "l") + field("a", "b")))
                .hasMessageStartingWith("InvalidArgument");
    }

    @Test
    void fieldsAreBounded() {
        String large = field("key", "k".repeat(FormHead.MAX_BYTES));

        assertThatThrownBy(() -> read(large)).hasMessageStartingWith("MaxPostPreDataLengthExceededError");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"ä\""})
    void contentTypeWithoutBoundaryIsRefused(String contentType) {
        assertThatThrownBy(() -> FormBoundary.of(contentType)).hasMessageStartingWith("MalformedPOSTRequest");
        assertThatThrownBy(() -> FormBoundary.of("multipart/form-data; boundary=" + "x".repeat(71)))
                .hasMessageStartingWith("MalformedPOSTRequest");
    }

    /** Data full of near-delimiters: the reported bytes belong to the part, and a delimiter is always found. */
    @Property(tries = 500)
    void delimiterIsFoundWhereItIs(@ForAll @IntRange(max = 200) int before, @ForAll long seed) {
        String[] pieces = {"\r", "\n", "-", "\r\n--x ", "\r\n--x z", "\r\r\n--", "a"};
        Random random = new Random(seed);
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < before; i++) {
            data.append(pieces[random.nextInt(pieces.length)]);
        }
        String whole = data + "\r\n--x y--\r\n";
        int expected = whole.indexOf("\r\n--x y");
        int cut = random.nextInt(whole.length() + 1);

        ByteBuffer bytes = ByteBuffer.wrap(whole.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(BOUNDARY.find(bytes)).isEqualTo(new FormBoundary.Find(expected, true));
        FormBoundary.Find inPart = BOUNDARY.find(bytes.limit(cut));
        assertThat(inPart.end()).isLessThanOrEqualTo(expected);
        assertThat(inPart.isDelimiter()).isEqualTo(cut >= expected + BOUNDARY.delimiterBytes());
    }

    @Property(tries = 1000)
    void noiseNeverPassesForAForm(@ForAll String noise) {
        try {
            assertThat(read(noise.substring(0, Math.min(noise.length(), 5000)))).isNull();
        } catch (S3ErrorException e) {
            assertThat(e.error().status()).isEqualTo(400);
        }
    }
}
