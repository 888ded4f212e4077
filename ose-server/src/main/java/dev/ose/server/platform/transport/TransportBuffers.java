package dev.ose.server.platform.transport;

import dev.ose.server.runtime.fairness.FairBudget;
import io.undertow.connector.ByteBufferPool;

/**
 * The buffers of a transport.
 *
 * @param transfers the pool for requests' bodies
 * @param connections the pool for heads; a connection may hold one buffer while its answer is not read
 * @param memory the memory budget of open connections in bytes, with endpoints as shares
 */
public record TransportBuffers(ByteBufferPool transfers, ByteBufferPool connections, FairBudget memory) {}
