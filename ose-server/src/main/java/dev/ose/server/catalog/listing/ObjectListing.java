package dev.ose.server.catalog.listing;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Lists objects from the database if that is enabled and the result is certain. Thread-safe. */
public final class ObjectListing {

    private final boolean isOn;
    private final ListingTables tables;
    private final BooleanSupplier isCaughtUp;
    private final Positions positions;
    private final LongAdder listed = new LongAdder();
    private final LongAdder forwarded = new LongAdder();

    /**
     * Creates the listing.
     *
     * @param isOn whether the database is used at all
     * @param isCaughtUp whether the database knows of all writes that this node accepted
     */
    public ObjectListing(boolean isOn, ListingTables tables, BooleanSupplier isCaughtUp, Positions positions) {
        this.isOn = isOn;
        this.tables = tables;
        this.isCaughtUp = isCaughtUp;
        this.positions = positions;
    }

    public boolean isOn() {
        return isOn;
    }

    /** The continuation tokens, which are valid whether listing is enabled or not. */
    public Positions positions() {
        return positions;
    }

    /** Returns a page; empty if the platform must list it. Blocks on the database for a bounded time. */
    public Optional<ObjectPage> page(BucketId bucket, ListingRequest question) {
        Optional<ObjectPage> page = certainPage(bucket, question);
        (page.isPresent() ? listed : forwarded).increment();
        return page;
    }

    private Optional<ObjectPage> certainPage(BucketId bucket, ListingRequest question) {
        try {
            return isOn && isCaughtUp.getAsBoolean()
                    ? tables.read(bucket, moment -> PageReading.read(moment, question))
                    : Optional.empty();
        } catch (FailureException away) {
            return Optional.empty();
        }
    }

    /** The number of pages listed from the database. */
    public long listed() {
        return listed.sum();
    }

    /** The number of pages left to the platform. */
    public long forwarded() {
        return forwarded.sum();
    }
}
