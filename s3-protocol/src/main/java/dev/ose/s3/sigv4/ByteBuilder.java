package dev.ose.s3.sigv4;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;

/** A growing run of bytes, reused from request to request. */
final class ByteBuilder {

    /** The maximum size of a buffer that is retained between requests. */
    private static final int MAX_KEPT_BYTES = 32 * 1024;

    private static final int INITIAL_BYTES = 2 * 1024;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    void clear() {
        length = 0;
        if (bytes.length > MAX_KEPT_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
    }

    ByteBuilder append(char c) {
        ensure(1);
        bytes[length++] = (byte) c;
        return this;
    }

    /** Appends text of which each character is one byte. */
    ByteBuilder append(String text) {
        int count = text.length();
        ensure(count);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c > 0xff) {
                throw new IllegalArgumentException("not an ISO-8859-1 character");
            }
            bytes[length++] = (byte) c;
        }
        return this;
    }

    ByteBuilder append(byte[] more) {
        ensure(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return this;
    }

    /** Appends a header value without white space around it and with each run of white space as one space. */
    ByteBuilder appendTrimmed(String value) {
        boolean isSpacePending = false;
        int start = length;
        ensure(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                isSpacePending = length > start;
            } else {
                if (isSpacePending) {
                    append(' ');
                    isSpacePending = false;
                }
                if (c > 0xff) {
                    throw new IllegalArgumentException("not an ISO-8859-1 character");
                }
                append(c);
            }
        }
        return this;
    }

    void updateInto(MessageDigest digest) {
        digest.update(bytes, 0, length);
    }

    void updateInto(Mac mac) {
        mac.update(bytes, 0, length);
    }

    /** The bytes as ISO-8859-1 characters. */
    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
