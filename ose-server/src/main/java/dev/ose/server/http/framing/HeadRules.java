package dev.ose.server.http.framing;

import org.jspecify.annotations.Nullable;

/** The rules for the headers of a request, and the framing of its body. */
final class HeadRules extends FieldRules {

    private static final int MAX_HEADERS = 100;
    private static final int MAX_LENGTH_DIGITS = 15;
    private static final int MAX_HOST_BYTES = 261;
    private static final int MAX_PORT_DIGITS = 5;

    private static final byte[] CHUNKED = ascii("chunked");
    private static final byte[] CONTINUE = ascii("100-continue");
    private static final byte[] NOTHING = {};
    private static final byte[] CLEARTEXT_HTTP2 = ascii("h2c");

    private final RequestLineValidator requestLine;
    private boolean hasHost;
    private boolean hasLength;
    private boolean isChunked;
    private long lengthBytes;

    HeadRules(RequestLineValidator requestLine) {
        this.requestLine = requestLine;
    }

    void reset() {
        hasHost = false;
        hasLength = false;
        isChunked = false;
        lengthBytes = 0;
    }

    boolean isChunked() {
        return isChunked;
    }

    long lengthBytes() {
        return lengthBytes;
    }

    @Override
    int maxLines() {
        return MAX_HEADERS;
    }

    @Override
    FramingFault tooManyLines() {
        return FramingFault.HEADER_COUNT;
    }

    @Override
    @Nullable
    FramingFault onField(Field field) {
        return null;
    }

    @Override
    @Nullable
    FramingFault onFieldValue(Field field) {
        return switch (field) {
            case HOST -> host();
            case CONTENT_LENGTH -> length();
            case TRANSFER_ENCODING -> coding();
            // A list without a member expects nothing (RFC 9110 §10.1.1, §5.6.1).
            case EXPECT ->
                isValueIgnoringCase(CONTINUE) || isValueIgnoringCase(NOTHING) ? null : FramingFault.EXPECTATION;
            // Some clients offer HTTP/2 with every plain request; ignoring that is allowed (RFC 9110 §7.8), and no
            // connection here ever changes its protocol. Any other upgrade is refused.
            case UPGRADE -> isValueIgnoringCase(CLEARTEXT_HTTP2) ? null : FramingFault.UPGRADE;
            case OTHER -> null;
        };
    }

    @Override
    @Nullable
    FramingFault onSectionEnd() {
        if (!hasHost) {
            return FramingFault.HOST;
        }
        return isChunked && (hasLength || requestLine.isHttp10()) ? FramingFault.CODING_IN_DOUBT : null;
    }

    private @Nullable FramingFault length() {
        if (hasLength || valueLength() == 0 || valueLength() > MAX_LENGTH_DIGITS) {
            return FramingFault.LENGTH;
        }
        hasLength = true;
        for (int i = 0; i < valueLength(); i++) {
            int digit = valueAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return FramingFault.LENGTH;
            }
            lengthBytes = lengthBytes * 10 + digit;
        }
        return null;
    }

    private @Nullable FramingFault coding() {
        if (isChunked || !isValue(CHUNKED)) {
            return FramingFault.CODING;
        }
        isChunked = true;
        return null;
    }

    private @Nullable FramingFault host() {
        if (hasHost || valueLength() == 0 || valueLength() > MAX_HOST_BYTES) {
            return FramingFault.HOST;
        }
        hasHost = true;
        int nameEnd = valueAt(0) == '[' ? ipLiteralEnd() : nameEnd();
        return nameEnd > 0 && isPortOrNothing(nameEnd) ? null : FramingFault.HOST;
    }

    /** The end of a host name or IPv4 address; 0 if there is none. */
    private int nameEnd() {
        int end = 0;
        while (end < valueLength() && HttpTokens.isHostNameChar(valueAt(end))) {
            end++;
        }
        return end;
    }

    /** The end of an IPv6 address in brackets; 0 if it is none. */
    private int ipLiteralEnd() {
        int end = 1;
        while (end < valueLength() && isIpv6Char(valueAt(end))) {
            end++;
        }
        return end > 2 && end < valueLength() && valueAt(end) == ']' ? end + 1 : 0;
    }

    private static boolean isIpv6Char(int octet) {
        return octet == ':' || octet == '.' || HttpTokens.isHexDigit(octet);
    }

    private boolean isPortOrNothing(int from) {
        int digits = valueLength() - from - 1;
        if (digits < 0) {
            return true;
        }
        if (valueAt(from) != ':' || digits == 0 || digits > MAX_PORT_DIGITS) {
            return false;
        }
        int port = 0;
        for (int i = from + 1; i < valueLength(); i++) {
            int digit = valueAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            port = port * 10 + digit;
        }
        return port <= 0xffff;
    }
}
