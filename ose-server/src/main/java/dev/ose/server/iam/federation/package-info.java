/**
 * Users authenticated by external identity providers. Owns which issuers a tenant trusts, which user a token maps to,
 * and the subjects that users were created for; independent of token verification.
 */
@NullMarked
package dev.ose.server.iam.federation;

import org.jspecify.annotations.NullMarked;
