/**
 * The nodes of a cluster as the provider sees and drains them: what each reports about itself, and the order to drain.
 * Node numbers and their leases are the ledger's.
 */
@NullMarked
package dev.ose.server.node;

import org.jspecify.annotations.NullMarked;
