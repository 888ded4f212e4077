package dev.ose.server.admin.json;

import dev.ose.server.pagination.PagePosition;
import dev.ose.server.pagination.ListProperty;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a position in a list as opaque text. The text holds only what its row shows, and is valid for the order that it
 * was made for; the path determines the list.
 */
final class Cursor {

    private static final String SEPARATOR = "\0";
    private static final int PARTS = 3;
    private static final int MAX_LENGTH = 8_000;

    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    private Cursor() {}

    static String encode(AdminList.Order order, PagePosition position) {
        String plain = String.join(
                SEPARATOR,
                order.toString(),
                position.value().toString(),
                position.key().toString());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    /** Null for an empty text. Fails with {@code Invalid}. */
    static @Nullable PagePosition decode(AdminList list, AdminList.Order order, String text) {
        if (text.isEmpty()) {
            return null;
        }
        if (text.length() > MAX_LENGTH) {
            throw wrong("must be the next of an earlier page");
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            String plain = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            String[] parts = plain.split(SEPARATOR, -1);
            if (parts.length != PARTS) {
                throw wrong("must be the next of an earlier page");
            }
            if (!parts[0].equals(order.toString())) {
                throw wrong("is of a page in another order");
            }
            ListProperty by = list.find(order.property()).orElseThrow();
            return new PagePosition(value(by, parts[1]), value(list.key(), parts[2]));
        } catch (IllegalArgumentException | CharacterCodingException | DateTimeException e) {
            throw wrong("must be the next of an earlier page");
        }
    }

    private static Object value(ListProperty property, String text) {
        return switch (property.kind()) {
            case TEXT -> text;
            case NUMBER -> Long.parseLong(text);
            case TIME -> time(text);
        };
    }

    private static Instant time(String text) {
        Instant time = Instant.parse(text);
        if (time.isBefore(Instant.EPOCH) || time.isAfter(LAST)) {
            throw new DateTimeException("out of bounds");
        }
        return time;
    }

    private static FailureException wrong(String rule) {
        return new FailureException(new Failure.Invalid("after", rule));
    }
}
