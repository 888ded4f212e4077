/**
 * What OSE knows of objects: where one is, what its row says, and ranges of keys. The values that listing, search,
 * ledger and comparison share.
 */
@NullMarked
package dev.ose.server.catalog;

import org.jspecify.annotations.NullMarked;
