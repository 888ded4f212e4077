package dev.ose.server.admin.json;

import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListProperty;
import dev.ose.server.pagination.PagePosition;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a position in a list as opaque text. The text holds only what its row shows, and is valid for the order that
 * it was made for; the path determines the list.
 */
public final class Cursor {

    private static final String SEPARATOR = "\0";
    private static final int MAX_LENGTH = 8_000;

    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    private Cursor() {}

    /**
     * The text of a position.
     *
     * @param order as the parameter {@code order} states it
     * @param parts what the position consists of, without NUL
     */
    public static String encode(String order, List<String> parts) {
        String plain = Stream.concat(Stream.of(order), parts.stream()).collect(Collectors.joining(SEPARATOR));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The parts of a position. Fails with {@code Invalid}.
     *
     * @param count how many parts there are
     */
    public static List<String> decode(String order, int count, String text) {
        if (text.length() > MAX_LENGTH) {
            throw wrong();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            String plain = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            List<String> parts = Arrays.asList(plain.split(SEPARATOR, -1));
            if (parts.size() != count + 1) {
                throw wrong();
            }
            if (!parts.getFirst().equals(order)) {
                throw new FailureException(new Failure.Invalid("after", "is of a page in another order"));
            }
            return parts.subList(1, parts.size());
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw wrong();
        }
    }

    /** That a text is no position of this list. */
    public static FailureException wrong() {
        return new FailureException(new Failure.Invalid("after", "must be the next of an earlier page"));
    }

    static String encode(AdminList.Order order, PagePosition position) {
        return encode(
                order.toString(),
                List.of(position.value().toString(), position.key().toString()));
    }

    /** Null for an empty text. Fails with {@code Invalid}. */
    static @Nullable PagePosition decode(AdminList list, AdminList.Order order, String text) {
        if (text.isEmpty()) {
            return null;
        }
        List<String> parts = decode(order.toString(), 2, text);
        ListProperty by = list.find(order.property()).orElseThrow();
        try {
            return new PagePosition(value(by, parts.getFirst()), value(list.key(), parts.getLast()));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw wrong();
        }
    }

    private static Object value(ListProperty property, String text) {
        return switch (property.kind()) {
            case TEXT -> text;
            case NUMBER -> Long.parseLong(text);
            case TIME -> time(text);
        };
    }

    /** A time in a position. Fails with an exception that callers turn into {@link #wrong}. */
    public static Instant time(String text) {
        Instant time = Instant.parse(text);
        if (time.isBefore(Instant.EPOCH) || time.isAfter(LAST)) {
            throw new DateTimeException("out of bounds");
        }
        return time;
    }
}
