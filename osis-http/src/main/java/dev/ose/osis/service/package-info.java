/**
 * Serves any {@link dev.ose.adapter.StoragePlatform} as an OSIS service: {@link dev.ose.osis.service.OsisServer}. Owns
 * the data that OSIS needs beyond an adapter, the mapping of Cloud Director's organisations and users to the platform's
 * tenants and users, in a {@link dev.ose.osis.service.Directory}. Secrets are the platform's and are never kept here;
 * object bytes never pass through.
 */
@NullMarked
package dev.ose.osis.service;

import org.jspecify.annotations.NullMarked;
