/** Operations whose request or answer is an XML document: buckets, listings, bulk deletions and settings. */
@NullMarked
package dev.ose.server.s3.document;

import org.jspecify.annotations.NullMarked;
