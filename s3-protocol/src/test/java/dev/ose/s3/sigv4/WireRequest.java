package dev.ose.s3.sigv4;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A request as a server receives it: any method, target and headers, one character per byte. */
record WireRequest(String method, String rawPath, String rawQuery, List<HeaderField> headers)
        implements SignableRequest {

    static WireRequest of(String method, String rawPath, String rawQuery, String... namesAndValues) {
        List<HeaderField> headers = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(new HeaderField(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new WireRequest(method, rawPath, rawQuery, headers);
    }

    /** The bytes that a client puts on the wire for this text, one character per byte. */
    static String bytesOf(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    WireRequest with(String name, String value) {
        List<HeaderField> more = new ArrayList<>(headers);
        more.add(new HeaderField(name, value));
        return new WireRequest(method, rawPath, rawQuery, more);
    }

    WireRequest without(String name) {
        List<HeaderField> fewer = new ArrayList<>(headers);
        fewer.removeIf(header -> header.name().equalsIgnoreCase(name));
        return new WireRequest(method, rawPath, rawQuery, fewer);
    }

    WireRequest replacing(String name, String value) {
        return without(name).with(name, value);
    }

    WireRequest withMethod(String other) {
        return new WireRequest(other, rawPath, rawQuery, headers);
    }

    WireRequest withPath(String path) {
        return new WireRequest(method, path, rawQuery, headers);
    }

    WireRequest withQuery(String query) {
        return new WireRequest(method, rawPath, query, headers);
    }

    String header(String name) {
        return headerValues(name).getFirst();
    }

    @Override
    public List<String> headerValues(String lowerCaseName) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(lowerCaseName))
                .map(HeaderField::value)
                .toList();
    }

    @Override
    public Iterable<String> headerNames() {
        return headers.stream()
                .map(header -> header.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
