package dev.ose.server.accounting.metering;

/** A number of requests and their bytes. */
public record Metered(long requests, long bytesIn, long bytesOut) {}
