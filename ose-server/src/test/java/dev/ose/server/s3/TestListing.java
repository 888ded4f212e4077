package dev.ose.server.s3;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.listing.ListingTables;
import dev.ose.server.catalog.listing.ObjectPage;
import dev.ose.server.catalog.listing.Position;
import dev.ose.server.catalog.listing.Positions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The database's listing of all buckets: unknown until a test sets it. */
final class TestListing implements ListingTables, Positions {

    private static final String MARK = "ours.";

    /** Objects in the order of their keys; empty if the listing is unknown. */
    volatile Optional<List<IndexedObject>> known = Optional.empty();

    @Override
    public Optional<ObjectPage> read(BucketId bucket, Function<Moment, Optional<ObjectPage>> reading) {
        return known.flatMap(objects -> reading.apply(new Moment() {
            @Override
            public List<String> doubts(KeyRange range, int limit) {
                return List.of();
            }

            @Override
            public List<IndexedObject> objects(KeyRange range, int limit) {
                return objects.stream()
                        .filter(each -> range.contains(each.key().value()))
                        .limit(limit)
                        .toList();
            }
        }));
    }

    @Override
    public String seal(BucketId bucket, Position position) {
        return MARK + position.isPrefix() + '.' + position.text();
    }

    @Override
    public boolean claimsToBeOne(String token) {
        return token.startsWith(MARK);
    }

    @Override
    public Optional<Position> open(BucketId bucket, String token) {
        String[] parts = token.split("\\.", 3);
        return claimsToBeOne(token) && parts.length == 3
                ? Optional.of(new Position(parts[2], Boolean.parseBoolean(parts[1])))
                : Optional.empty();
    }
}
