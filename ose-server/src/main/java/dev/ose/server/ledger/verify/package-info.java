/** Keys whose rows may be wrong, and their verification against the platform. */
@NullMarked
package dev.ose.server.ledger.verify;

import org.jspecify.annotations.NullMarked;
