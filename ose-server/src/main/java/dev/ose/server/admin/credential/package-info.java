/**
 * What users prove over S3 and STS who they are with, in the admin API: credentials, and the providers of identity
 * whose tokens are trusted.
 */
@NullMarked
package dev.ose.server.admin.credential;

import org.jspecify.annotations.NullMarked;
