package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.listing.ListingTables;
import dev.ose.server.catalog.listing.ObjectPage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The tables of listings, which count how often objects were asked for and how many came. Not thread-safe. */
final class CountedReads implements ListingTables {

    private final ListingTables tables;
    private int reads;
    private int rows;

    /** What reading a page took. */
    record Cost(int reads, int rows) {}

    CountedReads(ListingTables tables) {
        this.tables = tables;
    }

    void reset() {
        reads = 0;
        rows = 0;
    }

    Cost cost() {
        return new Cost(reads, rows);
    }

    @Override
    public Optional<ObjectPage> read(BucketId bucket, Function<Moment, Optional<ObjectPage>> reading) {
        return tables.read(bucket, moment -> reading.apply(new Counted(moment)));
    }

    private final class Counted implements Moment {

        private final Moment moment;

        Counted(Moment moment) {
            this.moment = moment;
        }

        @Override
        public List<String> doubts(KeyRange range, int limit) {
            return moment.doubts(range, limit);
        }

        @Override
        public List<IndexedObject> objects(KeyRange range, int limit) {
            List<IndexedObject> objects = moment.objects(range, limit);
            reads++;
            rows += objects.size();
            return objects;
        }
    }
}
