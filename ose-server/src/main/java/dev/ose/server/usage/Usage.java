package dev.ose.server.usage;

/**
 * What is stored: newest versions only, each with its size as the platform tells it.
 *
 * @param objects how many
 * @param storedBytes their sizes together
 */
public record Usage(long objects, long storedBytes) {}
