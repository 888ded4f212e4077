package dev.ose.benchmarks;

import java.nio.ByteBuffer;

/**
 * One request as it goes over the wire, again and again.
 *
 * @param body may belong to other requests, too
 */
record LoadRequest(ByteBuffer head, ByteBuffer body) {}
