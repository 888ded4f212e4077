/**
 * What the store knows about its bytes: buckets, object versions, uploads, accounts, and the listings over them, in
 * PostgreSQL. Every change is one transaction; a file is on disk before a row names it and is deleted after no row
 * does. It knows no HTTP.
 */
@NullMarked
package dev.ose.adapter.embedded.store;

import org.jspecify.annotations.NullMarked;
