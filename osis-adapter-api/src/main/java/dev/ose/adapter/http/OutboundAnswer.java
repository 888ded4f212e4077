package dev.ose.adapter.http;

import java.util.List;
import java.util.Optional;

/**
 * The whole answer to an {@link OutboundRequest}. Its text form is the status alone: bodies carry secrets.
 *
 * @param body empty if the answer had none; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Documented as not to be changed; a copy would double large answers.
public record OutboundAnswer(int status, List<OutboundRequest.Field> headers, byte[] body) {

    public OutboundAnswer {
        headers = List.copyOf(headers);
    }

    /** Whether the status is one from 200 to 299. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }

    /** The first value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return headers(name).stream().findFirst();
    }

    /** All values of a header, whatever the case of its name. */
    public List<String> headers(String name) {
        return headers.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(OutboundRequest.Field::value)
                .toList();
    }

    @Override
    public String toString() {
        return Integer.toString(status);
    }
}
