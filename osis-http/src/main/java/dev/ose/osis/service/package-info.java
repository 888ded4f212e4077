/**
 * Serves any {@link dev.ose.adapter.StoragePlatform} as an OSIS service: {@link dev.ose.osis.service.OsisServer}. Owns
 * what OSIS asks for and an adapter need not keep: which organisations and users of Cloud Director the platform's
 * tenants and users stand for, in a {@link dev.ose.osis.service.Directory}. Secrets are the platform's and are never
 * kept here; object bytes never come here.
 */
@NullMarked
package dev.ose.osis.service;

import org.jspecify.annotations.NullMarked;
