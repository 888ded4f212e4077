package dev.ose.server.accounting.metering;

/** How much was used. */
public record Metered(long requests, long bytesIn, long bytesOut) {}
