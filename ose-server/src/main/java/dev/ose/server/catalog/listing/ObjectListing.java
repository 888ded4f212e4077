package dev.ose.server.catalog.listing;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Lists from the database what is certain there, if that is wanted at all. Thread-safe. */
public final class ObjectListing {

    private final boolean isOn;
    private final ListingTables tables;
    private final BooleanSupplier isCaughtUp;
    private final Positions positions;
    private final LongAdder listed = new LongAdder();
    private final LongAdder passedOn = new LongAdder();

    /**
     * Lists.
     *
     * @param isOn whether the database is asked at all
     * @param isCaughtUp whether the database knows of all that was written through this node
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

    /** Its continuation tokens, which are understood whether it is on or not. */
    public Positions positions() {
        return positions;
    }

    /** A page; empty if the platform is to be asked for it. Blocks on the database for a bounded time. */
    public Optional<ObjectPage> page(BucketId bucket, ListingRequest question) {
        Optional<ObjectPage> page = certainPage(bucket, question);
        (page.isPresent() ? listed : passedOn).increment();
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

    /** How many pages were listed so far. */
    public long listed() {
        return listed.sum();
    }

    /** How often the platform had to be asked so far. */
    public long passedOn() {
        return passedOn.sum();
    }
}
