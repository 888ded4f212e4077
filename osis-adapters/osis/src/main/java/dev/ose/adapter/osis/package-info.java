/**
 * The adapter of OSIS services: tenants, users and keys of any platform whose vendor runs such a service, in any of the
 * three revisions. Capabilities are read from the service and never guessed from a vendor's name. Keeps no data of its
 * own.
 *
 * @see <a href="https://developer.broadcom.com/xapis/osis-object-storage-interoperability-service-api/latest/">OSIS</a>
 */
@NullMarked
package dev.ose.adapter.osis;

import org.jspecify.annotations.NullMarked;
