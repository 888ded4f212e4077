package dev.ose.server.accounting.metering;

/** What was used in an hour. */
public record MeteredHour(Line line, Metered metered) {

    /**
     * What is counted in one sum.
     *
     * @param hour hours since 1970 in UTC
     */
    public record Line(long hour, MeteredAccount account, Category category) {}
}
