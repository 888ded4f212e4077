/**
 * The documents of the Object Storage Interoperability Service (OSIS) as it was published three times, under one
 * version number: the first revision (OSE 2.0), the second (2.2) and the third (3.1). Each record has the fields of all
 * three. Reading is tolerant: unknown fields are ignored, absent ones are null or empty. Knows neither HTTP nor any
 * platform.
 *
 * @see <a href="https://developer.broadcom.com/xapis/osis-object-storage-interoperability-service-api/latest/">OSIS</a>
 */
@NullMarked
package dev.ose.osis.model;

import org.jspecify.annotations.NullMarked;
