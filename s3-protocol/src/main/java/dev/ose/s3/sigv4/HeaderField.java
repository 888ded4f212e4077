package dev.ose.s3.sigv4;

/** One header line of a request that we send: its name in any case, its value as ISO-8859-1 characters. */
public record HeaderField(String name, String value) {}
