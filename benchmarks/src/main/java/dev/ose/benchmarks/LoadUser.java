package dev.ose.benchmarks;

/**
 * A client and its bucket.
 *
 * @param keys of the user
 * @param bucket with the objects of a workload, whose size its name determines
 */
public record LoadUser(KeyPair keys, String bucket) {}
