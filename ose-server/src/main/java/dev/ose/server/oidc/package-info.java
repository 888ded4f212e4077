/**
 * Issuers of OpenID Connect. Owns the proof of their tokens and the memory of their keys; refuses to know for whom they
 * vouch.
 */
@NullMarked
package dev.ose.server.oidc;

import org.jspecify.annotations.NullMarked;
