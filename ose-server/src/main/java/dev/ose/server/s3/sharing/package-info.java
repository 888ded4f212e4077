/**
 * Operations that decide who may use a bucket or an object: ACLs, bucket policies and object ownership. Owns the
 * translation of grantees and principals between a client's names and the platform's.
 */
@NullMarked
package dev.ose.server.s3.sharing;

import org.jspecify.annotations.NullMarked;
