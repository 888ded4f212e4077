/**
 * The adapter of Ceph's object gateway, radosgw: its tenants, users and keys over the admin ops API, and the
 * capabilities and quirks of its S3 service. Tested with release 16.2; refuses to touch users outside the tenants that
 * it created.
 *
 * @see <a href="https://docs.ceph.com/en/pacific/radosgw/adminops/">Admin operations</a>
 */
@NullMarked
package dev.ose.adapter.ceph;

import org.jspecify.annotations.NullMarked;
