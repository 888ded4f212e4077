/** Which servers the keeper trusts if Java's trust store does not decide. Owns no connection. */
@NullMarked
package dev.ose.keeper.tls;

import org.jspecify.annotations.NullMarked;
