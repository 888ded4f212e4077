/**
 * Telemetry of requests and of the node: log lines and metrics. Owns what may be logged, and that no signature,
 * credential or secret is; never influences a request.
 */
@NullMarked
package dev.ose.server.runtime.telemetry;

import org.jspecify.annotations.NullMarked;
