/**
 * What OSE knows of objects: addresses, facts, and ranges of keys. The values that listing, search, ledger and sync
 * share.
 */
@NullMarked
package dev.ose.server.catalog;

import org.jspecify.annotations.NullMarked;
