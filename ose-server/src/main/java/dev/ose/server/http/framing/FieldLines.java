package dev.ose.server.http.framing;

import org.jspecify.annotations.Nullable;

/** Validates header or trailer lines, octet by octet, including the empty line (RFC 9112 §5). */
final class FieldLines {

    private enum At {
        LINE_START,
        NAME,
        BEFORE_VALUE,
        VALUE,
        LF,
        LAST_LF,
        END
    }

    private final FieldRules rules;
    private At at = At.LINE_START;
    private int lines;

    FieldLines(FieldRules rules) {
        this.rules = rules;
    }

    void reset() {
        at = At.LINE_START;
        lines = 0;
    }

    boolean isAtEnd() {
        return at == At.END;
    }

    /** Whether octets may be skipped as long as they are value characters. */
    boolean isInPlainValue() {
        return at == At.VALUE && !rules.isValueOfInterest();
    }

    @Nullable
    FramingFault accept(int octet) {
        return switch (at) {
            case LINE_START -> lineStart(octet);
            case NAME -> name(octet);
            case BEFORE_VALUE -> octet == ' ' ? null : value(octet);
            case VALUE -> value(octet);
            case LF -> octet == '\n' ? go(At.LINE_START) : FramingFault.LINE_END;
            case LAST_LF -> octet == '\n' ? go(At.END) : FramingFault.LINE_END;
            case END -> throw new IllegalStateException("past the header section");
        };
    }

    private @Nullable FramingFault go(At next) {
        at = next;
        return null;
    }

    private @Nullable FramingFault lineStart(int octet) {
        return switch (octet) {
            case '\r' -> ended();
            case '\n' -> FramingFault.LINE_END;
            case ' ', '\t' -> FramingFault.FOLDING;
            default -> firstOfName(octet);
        };
    }

    /**
     * The section is validated before its last octet passes, so that the parser never sees an invalid one completely.
     */
    private @Nullable FramingFault ended() {
        at = At.LAST_LF;
        return rules.onSectionEnd();
    }

    private @Nullable FramingFault firstOfName(int octet) {
        if (++lines > rules.maxLines()) {
            return rules.tooManyLines();
        }
        at = At.NAME;
        rules.onNameStart();
        return octet == ':' ? FramingFault.HEADER_NAME : name(octet);
    }

    private @Nullable FramingFault name(int octet) {
        if (octet == ':') {
            at = At.BEFORE_VALUE;
            return rules.onNameEnd();
        }
        if (!HttpTokens.isTokenChar(octet)) {
            return octet == '\r' || octet == '\n' ? FramingFault.LINE_END : FramingFault.HEADER_NAME;
        }
        rules.onNameOctet(octet);
        return null;
    }

    private @Nullable FramingFault value(int octet) {
        if (octet == '\r') {
            at = At.LF;
            return rules.onValueEnd();
        }
        if (octet == '\n') {
            return FramingFault.LINE_END;
        }
        at = At.VALUE;
        return HttpTokens.isValueChar(octet) ? rules.onValueOctet(octet) : FramingFault.HEADER_VALUE;
    }
}
