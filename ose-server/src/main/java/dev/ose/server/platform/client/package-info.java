/**
 * Requests to platforms that OSE sends on its own account, by {@link dev.ose.server.platform.client.PlatformClient}:
 * listings, settings and single objects, for comparison, verification, labels and adoption.
 */
@NullMarked
package dev.ose.server.platform.client;

import org.jspecify.annotations.NullMarked;
