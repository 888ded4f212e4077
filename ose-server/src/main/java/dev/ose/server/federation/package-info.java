/**
 * People whom somebody else vouches for. Owns which issuers of tokens a tenant trusts, and as which of its users their tokens
 * let somebody act, and for whom a user was made; refuses to know how a token is proven.
 */
@NullMarked
package dev.ose.server.federation;

import org.jspecify.annotations.NullMarked;
