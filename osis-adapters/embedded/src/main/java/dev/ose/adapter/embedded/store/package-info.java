/**
 * The store's metadata in PostgreSQL: buckets, object versions, uploads, accounts, and listings. Every change is one
 * transaction; a file is on disk before a row references it, and deleted after no row does. Knows no HTTP.
 */
@NullMarked
package dev.ose.adapter.embedded.store;

import org.jspecify.annotations.NullMarked;
