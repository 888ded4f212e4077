/**
 * What is told about requests to people and machines: one line and a few numbers each. Owns what may be logged, and
 * that no signature, credential or secret is; refuses to influence a request.
 */
@NullMarked
package dev.ose.server.runtime.telemetry;

import org.jspecify.annotations.NullMarked;
