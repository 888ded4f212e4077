/** How the cost of a request and the memory of a node grow with connections, users, buckets and requests. */
@NullMarked
package dev.ose.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
