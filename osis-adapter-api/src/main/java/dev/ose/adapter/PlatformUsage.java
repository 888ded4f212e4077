package dev.ose.adapter;

/**
 * What the buckets of a platform user hold.
 *
 * @param objects how many objects, each stored version counting; a platform may count unfinished uploads as well
 * @param bytes how many bytes they have, as they were uploaded
 */
public record PlatformUsage(long objects, long bytes) {}
