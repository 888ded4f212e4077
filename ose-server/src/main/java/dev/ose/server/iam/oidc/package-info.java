/**
 * OpenID Connect issuers. Owns the verification of their tokens and the cache of their keys; independent of the users
 * that tokens map to.
 */
@NullMarked
package dev.ose.server.iam.oidc;

import org.jspecify.annotations.NullMarked;
