package dev.ose.server.metering;

/** How much was used. */
public record Metered(long requests, long bytesIn, long bytesOut) {}
