package dev.ose.server.accounting.metering;

/** The usage of one line in one hour. */
public record MeteredHour(Line line, Metered metered) {

    /**
     * The key of a sum.
     *
     * @param hour hours since 1970 in UTC
     */
    public record Line(long hour, MeteredAccount account, Category category) {}
}
