package dev.ose.server.http.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FramingGateTest {

    /** The result for some bytes: how many passed, and the fault. */
    private record Verdict(int passed, @Nullable FramingFault fault, boolean insideBody) {}

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Verdict verdict(byte[] bytes, int piece) {
        FramingGate gate = new FramingGate();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int at = 0;
        while (at < bytes.length && gate.fault() == null) {
            at = gate.inspect(buffer, at, (int) Math.min(bytes.length, (long) at + piece));
        }
        return new Verdict(at, gate.fault(), gate.isInsideBody());
    }

    @TestFactory
    Stream<DynamicTest> everyCaseGetsItsVerdictHoweverItIsCut() {
        return FramingCases.all().flatMap(framed -> FramingCases.pieces()
                .mapToObj(piece -> DynamicTest.dynamicTest(framed + " by " + piece, () -> judge(framed, piece))));
    }

    private static void judge(FramingCases.Case framed, int piece) {
        byte[] bytes = latin1(framed.bytes());

        Verdict verdict = verdict(bytes, piece);

        assertThat(verdict.fault()).isEqualTo(framed.fault());
        assertThat(verdict.insideBody()).isEqualTo(framed.isFaultInBody());
        if (framed.fault() == null) {
            assertThat(verdict.passed()).isEqualTo(bytes.length);
        }
    }

    @Test
    void largeBodyIsCountedAndTheNextRequestSeen() {
        FramingGate gate = new FramingGate();
        ByteBuffer head =
                ByteBuffer.wrap(latin1("PUT /k HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999999\r\n\r\n"));
        gate.inspect(head, 0, head.limit());
        ByteBuffer zeros = ByteBuffer.allocate(1 << 20);

        for (long left = 999_999_999_999_999L; left > 999_990_000_000_000L; left -= zeros.limit()) {
            gate.inspect(zeros, 0, zeros.limit());
        }

        assertThat(gate.fault()).isNull();
        assertThat(gate.isInsideBody()).isTrue();
    }

    @Test
    void requestThatNeverPassesIsNeverComplete() {
        FramingCases.refused().forEach(framed -> {
            Verdict verdict = verdict(latin1(framed.bytes()), Integer.MAX_VALUE);
            String passed = framed.bytes().substring(0, verdict.passed());

            int firstRequestEnd =
                    framed.name().startsWith("fault in the second request") ? passed.lastIndexOf("\r\n\r\n") + 4 : 0;
            assertThat(passed.substring(firstRequestEnd)).as(framed.name()).doesNotContain("\r\n\r\n");
        });
    }

    @Property(tries = 2000)
    void anyBytesGetOneVerdictHoweverTheyAreCut(@ForAll @Size(max = 400) byte[] bytes, @ForAll Random random) {
        assertSameVerdict(bytes, random);
    }

    @Property(tries = 5000)
    void likelyRequestsGetOneVerdictHoweverTheyAreCut(
            @ForAll("fragments") List<String> fragments, @ForAll Random random) {
        assertSameVerdict(latin1(String.join("", fragments)), random);
    }

    @Property(tries = 3000)
    void damagedRequestsGetOneVerdictHoweverTheyAreCut(@ForAll("goodRequests") String request, @ForAll Random random) {
        byte[] bytes = latin1(request);
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);

        assertSameVerdict(bytes, random);
    }

    private static void assertSameVerdict(byte[] bytes, Random random) {
        Verdict whole = verdict(bytes, Integer.MAX_VALUE);

        assertThat(verdict(bytes, 1)).isEqualTo(whole);
        assertThat(verdict(bytes, 1 + random.nextInt(20))).isEqualTo(whole);
        assertThat(whole.passed() == bytes.length).isEqualTo(whole.fault() == null);
    }

    @Provide
    Arbitrary<List<String>> fragments() {
        return Arbitraries.of(
                        "GET ",
                        "PUT ",
                        "/",
                        "/k",
                        "%41",
                        "%",
                        " HTTP/1.1\r\n",
                        " HTTP/1.0\r\n",
                        "Host: a\r\n",
                        "Host:",
                        "Content-Length: ",
                        "0",
                        "5",
                        "3\r\n",
                        "\r\n",
                        "\r",
                        "\n",
                        "Transfer-Encoding: chunked\r\n",
                        "abc",
                        "0\r\n\r\n",
                        ";x",
                        ":",
                        " ",
                        "\t",
                        "PUT /k HTTP/1.1\r\nHost: a\r\n",
                        "Expect: 100-continue\r\n",
                        "x_amz_",
                        "\u0000",
                        "\u00e9")
                .list()
                .ofMaxSize(30);
    }

    @Provide
    Arbitrary<String> goodRequests() {
        return Arbitraries.of(FramingCases.good().map(FramingCases.Case::bytes).toList());
    }
}
