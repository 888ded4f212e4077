package dev.ose.server.object;

/** What became of a write on the platform. */
public sealed interface WriteOutcome {

    /** The platform holds a new newest version with these facts. */
    record Written(ObjectFacts facts) implements WriteOutcome {}

    /** The platform holds a new newest version with these facts as far as we know; it will be asked. */
    record Assumed(ObjectFacts facts) implements WriteOutcome {}

    /** The key no longer has a newest version. */
    record Deleted() implements WriteOutcome {}

    /** The platform said no: nothing changed. */
    record Refused() implements WriteOutcome {}

    /** The platform may have changed the key in a way that is not known; it will be asked. */
    record Unknown() implements WriteOutcome {}
}
