/**
 * The contract between OSE and a storage platform's administration: tenants, users and their S3 keys. An adapter
 * implements {@link dev.ose.adapter.StoragePlatform}; object bytes never pass through it. This package knows neither
 * HTTP nor SQL and refuses to know any vendor.
 */
@NullMarked
package dev.ose.adapter;

import org.jspecify.annotations.NullMarked;
