/**
 * OpenID Connect issuers. Owns the verification of their tokens and the cache of their keys; refuses to know for whom
 * they vouch.
 */
@NullMarked
package dev.ose.server.iam.oidc;

import org.jspecify.annotations.NullMarked;
