/**
 * The adapter of MinIO: tenants, users and keys as policies, users and access keys of its IAM over its admin API, and
 * the capabilities and quirks of its S3 service. Refuses to touch accounts that it did not create.
 *
 * @see <a href="https://github.com/minio/madmin-go">The admin API's own client</a>
 */
@NullMarked
package dev.ose.adapter.minio;

import org.jspecify.annotations.NullMarked;
