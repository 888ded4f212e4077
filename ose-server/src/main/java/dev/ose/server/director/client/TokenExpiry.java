package dev.ose.server.director.client;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The end of a token by its own words ({@code exp}). Only to forget the answer about it in time: whether it is valid is
 * Cloud Director's to say, which alone has its key.
 */
final class TokenExpiry {

    private TokenExpiry() {}

    /** Empty if the token does not state it. */
    static Optional<Instant> of(Secret token) {
        return token.use(bytes -> {
            String[] parts = new String(bytes, StandardCharsets.US_ASCII).split("\\.", -1);
            if (parts.length < 2) {
                return Optional.empty();
            }
            try {
                JsonNode claims =
                        JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(parts[1]));
                JsonNode end = claims.path("exp");
                return end.canConvertToLong() ? Optional.of(Instant.ofEpochSecond(end.asLong())) : Optional.empty();
            } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
                return Optional.empty();
            }
        });
    }
}
