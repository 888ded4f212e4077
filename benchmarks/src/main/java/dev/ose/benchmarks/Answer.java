package dev.ose.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Follows the answers on one connection: each must be a success of the expected length, and the first must hold the
 * right bytes.
 */
final class Answer {

    private static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final String LENGTH = "\r\ncontent-length: ";

    private final ExpectedBody expected;
    private final byte[] head = new byte[MAX_HEAD_BYTES];
    private int headBytes;
    private int bodyBytes;
    private boolean isInBody;
    private boolean isFirst = true;

    Answer(ExpectedBody expected) {
        this.expected = expected;
    }

    /**
     * Takes what has arrived.
     *
     * @return whether the answer is complete
     */
    boolean accept(ByteBuffer arrived) {
        while (!isInBody && arrived.hasRemaining()) {
            if (headBytes == MAX_HEAD_BYTES) {
                throw new IllegalStateException("the head of an answer is too long");
            }
            head[headBytes++] = arrived.get();
            isInBody = isAtHeadEnd();
        }
        if (!isInBody) {
            return false;
        }
        if (bodyBytes == 0) {
            checkHead();
        }
        if (isFirst) {
            checkBytes(arrived);
        }
        bodyBytes += arrived.remaining();
        if (bodyBytes > expected.lengthBytes()) {
            throw new IllegalStateException("an answer is longer than it said");
        }
        return bodyBytes == expected.lengthBytes();
    }

    private boolean isAtHeadEnd() {
        return head[headBytes - 1] == '\n' && headBytes >= 4 && head[headBytes - 3] == '\n';
    }

    private void checkHead() {
        String text = new String(head, 0, headBytes, StandardCharsets.ISO_8859_1);
        String lower = text.toLowerCase(Locale.ROOT);
        int length = lower.indexOf(LENGTH);
        if (!text.startsWith("HTTP/1.1 200 ")
                || length < 0
                || !lower.startsWith(expected.lengthBytes() + "\r\n", length + LENGTH.length())) {
            throw new IllegalStateException(
                    "not the answer that was expected: " + text.lines().toList());
        }
    }

    private void checkBytes(ByteBuffer arrived) {
        for (int i = 0; i < arrived.remaining(); i++) {
            if (arrived.get(arrived.position() + i) != (byte) expected.at().applyAsInt(bodyBytes + i)) {
                throw new IllegalStateException("an answer holds wrong bytes");
            }
        }
    }

    /** Gets ready for the next answer. */
    void reset() {
        headBytes = 0;
        bodyBytes = 0;
        isInBody = false;
        isFirst = false;
    }
}
