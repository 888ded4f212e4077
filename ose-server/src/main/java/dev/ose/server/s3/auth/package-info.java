/**
 * Authentication of S3 requests: headers, presigned URLs and forms, of Signature Version 4 and, if enabled, Version 2.
 * Owns what a request states about itself before it is believed; refuses to decide what its caller may do.
 */
@NullMarked
package dev.ose.server.s3.auth;

import org.jspecify.annotations.NullMarked;
