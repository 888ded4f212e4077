package dev.ose.server.http.framing;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Validates one request line, octet by octet (RFC 9112 §3). */
final class RequestLineValidator {

    private static final long HEAD = packed("HEAD");
    /** PATCH is the admin API's alone; S3 refuses it as any method without an operation. */
    private static final long[] METHODS = {
        packed("GET"), HEAD, packed("PUT"), packed("POST"), packed("DELETE"), packed("OPTIONS"), packed("PATCH")
    };

    private static final int MAX_METHOD = 7;
    private static final byte[] VERSION_STEM = "HTTP/1.".getBytes(StandardCharsets.US_ASCII);

    private enum At {
        METHOD,
        TARGET_START,
        TARGET,
        FIRST_HEX,
        SECOND_HEX,
        VERSION,
        CR,
        LF,
        END
    }

    private At at = At.METHOD;
    private long method;
    private int length;
    private boolean isHttp10;

    void reset() {
        at = At.METHOD;
        method = 0;
        length = 0;
        isHttp10 = false;
    }

    boolean isAtEnd() {
        return at == At.END;
    }

    boolean isInTarget() {
        return at == At.TARGET;
    }

    boolean isHttp10() {
        return isHttp10;
    }

    boolean isHead() {
        return method == HEAD;
    }

    @Nullable
    FramingFault accept(int octet) {
        return switch (at) {
            case METHOD -> method(octet);
            case TARGET_START -> octet == '/' ? go(At.TARGET) : FramingFault.TARGET;
            case TARGET -> target(octet);
            case FIRST_HEX -> HttpTokens.isHexDigit(octet) ? go(At.SECOND_HEX) : FramingFault.TARGET;
            case SECOND_HEX -> HttpTokens.isHexDigit(octet) ? go(At.TARGET) : FramingFault.TARGET;
            case VERSION -> version(octet);
            case CR -> octet == '\r' ? go(At.LF) : FramingFault.VERSION;
            case LF -> octet == '\n' ? go(At.END) : FramingFault.LINE_END;
            case END -> throw new IllegalStateException("past the request line");
        };
    }

    private @Nullable FramingFault go(At next) {
        at = next;
        return null;
    }

    private @Nullable FramingFault method(int octet) {
        if (octet == ' ') {
            return isKnown(method) ? go(At.TARGET_START) : FramingFault.METHOD;
        }
        if (!HttpTokens.isTokenChar(octet)) {
            return FramingFault.REQUEST_LINE;
        }
        method = method << 8 | octet;
        length++;
        return length > MAX_METHOD ? FramingFault.METHOD : null;
    }

    private static boolean isKnown(long method) {
        for (long known : METHODS) {
            if (known == method) {
                return true;
            }
        }
        return false;
    }

    private @Nullable FramingFault target(int octet) {
        if (octet == ' ') {
            length = 0;
            return go(At.VERSION);
        }
        if (octet == '%') {
            return go(At.FIRST_HEX);
        }
        if (octet == '\r' || octet == '\n') {
            return FramingFault.VERSION;
        }
        return HttpTokens.isTargetChar(octet) ? null : FramingFault.TARGET;
    }

    private @Nullable FramingFault version(int octet) {
        if (length < VERSION_STEM.length) {
            return octet == VERSION_STEM[length++] ? null : FramingFault.VERSION;
        }
        isHttp10 = octet == '0';
        return octet == '1' || octet == '0' ? go(At.CR) : FramingFault.VERSION;
    }

    private static long packed(String method) {
        long packed = 0;
        for (byte c : method.getBytes(StandardCharsets.US_ASCII)) {
            packed = packed << 8 | c;
        }
        return packed;
    }
}
