/**
 * Jobs that callers start on many objects of a bucket: their queue, their progress, and the steps that carry them out
 * with the rights and the platform key of one user. Owns no rows of objects: each change goes through the ledger like a
 * client's. Periodic work of OSE itself is in {@code runtime.jobs}.
 */
@NullMarked
package dev.ose.server.job;

import org.jspecify.annotations.NullMarked;
