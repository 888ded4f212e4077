package dev.ose.s3.sigv4;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request that we are about to sign: its target already percent-encoded, its headers in the order in which they will
 * be sent, and the value that {@code x-amz-content-sha256} will have.
 *
 * <p>The headers include {@code Host}; they do not include {@code Authorization}, {@code x-amz-date} and
 * {@code x-amz-content-sha256}, which {@link SigV4Signer} produces.
 */
public record OutgoingRequest(
        String method, String rawPath, String rawQuery, List<HeaderField> headers, String payloadHash)
        implements SignableRequest {

    public OutgoingRequest {
        headers = List.copyOf(headers);
    }

    @Override
    public List<String> headerValues(String lowerCaseName) {
        List<String> values = new ArrayList<>(1);
        for (HeaderField header : headers) {
            if (header.name().equalsIgnoreCase(lowerCaseName)) {
                values.add(header.value());
            }
        }
        return values;
    }

    @Override
    public Iterable<String> headerNames() {
        List<String> names = new ArrayList<>(headers.size());
        for (HeaderField header : headers) {
            names.add(header.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    OutgoingRequest withHeaders(HeaderField... more) {
        List<HeaderField> all = new ArrayList<>(headers.size() + more.length);
        all.addAll(headers);
        all.addAll(List.of(more));
        return new OutgoingRequest(method, rawPath, rawQuery, all, payloadHash);
    }

    OutgoingRequest withQuery(String query) {
        return new OutgoingRequest(method, rawPath, query, headers, payloadHash);
    }
}
