package dev.ose.server.http.framing;

import org.jspecify.annotations.Nullable;

/** The rules for the trailers of a chunked body: a bounded number, and none that affect framing or host. */
final class TrailerRules extends FieldRules {

    private static final int MAX_TRAILERS = 16;

    @Override
    int maxLines() {
        return MAX_TRAILERS;
    }

    @Override
    FramingFault tooManyLines() {
        return FramingFault.TRAILER;
    }

    @Override
    @Nullable
    FramingFault onField(Field field) {
        return switch (field) {
            case HOST, CONTENT_LENGTH, TRANSFER_ENCODING, EXPECT, UPGRADE -> FramingFault.TRAILER;
            case OTHER -> null;
        };
    }

    @Override
    @Nullable
    FramingFault onFieldValue(Field field) {
        return null;
    }

    @Override
    @Nullable
    FramingFault onSectionEnd() {
        return null;
    }
}
