/**
 * The adapter of versitygw: tenants, users and keys as accounts of its IAM over its admin API, and the capabilities and
 * quirks of its S3 service. Tested with release 1.8.0; refuses to touch accounts that it did not create.
 *
 * @see <a href="https://github.com/versity/versitygw/wiki/Multi-Tenant">Accounts of versitygw</a>
 */
@NullMarked
package dev.ose.adapter.versitygw;

import org.jspecify.annotations.NullMarked;
