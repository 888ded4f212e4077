/**
 * The checksums that S3 keeps with an object: computing them, and combining those of parts into one of the whole. Pure
 * computation.
 */
@NullMarked
package dev.ose.s3.checksum;

import org.jspecify.annotations.NullMarked;
