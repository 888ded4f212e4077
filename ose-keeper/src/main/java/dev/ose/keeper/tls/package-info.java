/** Whom the keeper trusts as a server where that is not for Java to say. Owns no connection. */
@NullMarked
package dev.ose.keeper.tls;

import org.jspecify.annotations.NullMarked;
