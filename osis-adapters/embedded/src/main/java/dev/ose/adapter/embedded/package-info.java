/**
 * The embedded platform: tenants, users and keys of a small object store that runs inside a node, and the start and
 * stop of its S3 service. Bytes are files, everything else is PostgreSQL. Refuses to be a cluster: one process owns a
 * data directory.
 */
@NullMarked
package dev.ose.adapter.embedded;

import org.jspecify.annotations.NullMarked;
