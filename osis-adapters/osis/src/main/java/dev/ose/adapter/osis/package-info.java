/**
 * The adapter of OSIS services: tenants, users and keys of any platform whose vendor runs such a service, in any of the
 * three revisions. What a service offers is asked of it and never guessed from a vendor's name. Keeps nothing of its
 * own.
 *
 * @see <a href="https://developer.broadcom.com/xapis/osis-object-storage-interoperability-service-api/latest/">OSIS</a>
 */
@NullMarked
package dev.ose.adapter.osis;

import org.jspecify.annotations.NullMarked;
