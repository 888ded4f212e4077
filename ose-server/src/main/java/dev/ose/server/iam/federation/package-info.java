/**
 * Users that external identity providers vouch for. Owns which issuers a tenant trusts, which user a token stands for,
 * and for whom a user was created; refuses to know how a token is verified.
 */
@NullMarked
package dev.ose.server.iam.federation;

import org.jspecify.annotations.NullMarked;
