package dev.ose.server.catalog.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.keyring.KeyringException;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.listing.Position;
import dev.ose.server.catalog.listing.Positions;
import dev.ose.server.database.SealContext;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Positions sealed with the key file that all nodes share, bound to their bucket. */
public final class KeyringPositions implements Positions {

    /** No known platform issues tokens with this prefix. A key may have it, and is no valid position then. */
    private static final String MARK = "ose-position-1.";

    private static final char KEY = 'k';
    private static final char PREFIX = 'p';

    private final Keyring keyring;

    public KeyringPositions(Keyring keyring) {
        this.keyring = keyring;
    }

    @Override
    public String seal(BucketId bucket, Position position) {
        String plain = (position.isPrefix() ? PREFIX : KEY) + position.text();
        byte[] sealed = keyring.seal(Secret.of(plain), SealContext.ofPosition(bucket));
        return MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    @Override
    public boolean claimsToBeOne(String token) {
        return token.startsWith(MARK);
    }

    @Override
    public Optional<Position> open(BucketId bucket, String token) {
        if (!claimsToBeOne(token)) {
            return Optional.empty();
        }
        try {
            byte[] sealed = Base64.getUrlDecoder().decode(token.substring(MARK.length()));
            String plain = keyring.unseal(sealed, SealContext.ofPosition(bucket))
                    .use(bytes -> new String(bytes, StandardCharsets.UTF_8));
            return Optional.of(new Position(plain.substring(1), plain.charAt(0) == PREFIX));
        } catch (IllegalArgumentException | KeyringException tampered) {
            return Optional.empty();
        }
    }
}
