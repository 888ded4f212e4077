/**
 * Finds objects across the buckets of a tenant, and buckets. Knows what may be asked and how to page through it; knows neither the language
 * it is asked in nor the tables it is answered from.
 */
@NullMarked
package dev.ose.server.search;

import org.jspecify.annotations.NullMarked;
