/** The nodes of a cluster, their leases, and the recovery of what a dead node had under way. */
@NullMarked
package dev.ose.server.ledger.node;

import org.jspecify.annotations.NullMarked;
