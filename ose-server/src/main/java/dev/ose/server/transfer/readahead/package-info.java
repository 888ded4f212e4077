/**
 * Reads a large object ahead of its client: parallel ranged reads of one version, delivered in order. Owns the window,
 * the parts and their memory; knows neither S3's operations nor what the bytes mean.
 */
@NullMarked
package dev.ose.server.transfer.readahead;

import org.jspecify.annotations.NullMarked;
