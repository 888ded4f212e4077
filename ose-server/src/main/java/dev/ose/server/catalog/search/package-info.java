/**
 * Finds objects across the buckets of a tenant, and buckets. Knows what may be asked and how to page through it; knows
 * neither the language of a query nor the tables behind it.
 */
@NullMarked
package dev.ose.server.catalog.search;

import org.jspecify.annotations.NullMarked;
