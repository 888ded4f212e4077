package dev.ose.server.http.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProxyHeaderTest {

    private static final String BEHIND = "GET / HTTP/1.1";
    private static final String SECOND = "\r\n\r\n\0\r\nQUIT\n!\21\1\0";

    /** Reads as much as the header requests, and no more than {@code atOnce} bytes; returns what is left. */
    private static String read(ProxyHeader header, byte[] bytes, int atOnce) throws IOException {
        int at = 0;
        while (!header.isComplete()) {
            int part = Math.min(Math.min(header.wanted(), atOnce), bytes.length - at);
            if (part == 0) {
                throw new IOException("cut short");
            }
            header.take(ByteBuffer.wrap(bytes, at, part));
            at += part;
        }
        return new String(bytes, at, bytes.length - at, StandardCharsets.ISO_8859_1);
    }

    @Test
    void nothingBehindAHeaderIsRead() throws IOException {
        String added = SECOND + "\313\0q\7\300\0\2\1\234@#(" + "t".repeat(244);
        for (String text : new String[] {added, "PROXY TCP4 203.0.113.7 192.0.2.1 40000 9000\r\n"}) {
            for (int atOnce = 1; atOnce < 40; atOnce++) {
                ProxyHeader header = new ProxyHeader();

                String left = read(header, (text + BEHIND).getBytes(StandardCharsets.ISO_8859_1), atOnce);

                assertThat(left).isEqualTo(BEHIND);
                assertThat(header.client()).hasToString("/203.0.113.7:40000");
            }
        }
    }

    /** Any input is a header or an expected error; a failing seed is reproducible. */
    @Test
    void nonsenseIsRefusedAndNothingElse() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = (random.nextBoolean() ? SECOND : "PROXY TCP6 2001:db8::7 2001:db8::1 40000 9000\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1);
            for (int change = random.nextInt(4); change >= 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            assertThat(endsAsExpected(bytes)).as("seed %d", seed).isTrue();
        }
    }

    private static boolean endsAsExpected(byte[] bytes) {
        try {
            read(new ProxyHeader(), bytes, 256);
            return true;
        } catch (IOException e) {
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
