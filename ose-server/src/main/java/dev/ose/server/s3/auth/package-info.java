/**
 * Authentication of S3 requests: headers, presigned URLs and forms, of Signature Version 4 and, if enabled, Version 2.
 * Owns the unverified statements of a request; does not authorise.
 */
@NullMarked
package dev.ose.server.s3.auth;

import org.jspecify.annotations.NullMarked;
