/**
 * XNIO's channels as the sources and sinks that the pump moves bytes between, and its pooled buffers. Shared by the
 * side that faces clients and the side that faces platforms; knows neither protocol.
 */
@NullMarked
package dev.ose.server.transfer.xnio;

import org.jspecify.annotations.NullMarked;
