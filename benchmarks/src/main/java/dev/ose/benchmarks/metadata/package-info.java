/** The costs of metadata of many objects: space, writes, listings, searches and counts. */
@NullMarked
package dev.ose.benchmarks.metadata;

import org.jspecify.annotations.NullMarked;
