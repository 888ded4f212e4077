/** What the metadata of many objects costs: space, writes, listings, searches and counts. */
@NullMarked
package dev.ose.benchmarks.metadata;

import org.jspecify.annotations.NullMarked;
