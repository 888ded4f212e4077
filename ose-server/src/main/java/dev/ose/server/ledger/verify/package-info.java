/** Keys whose rows may be wrong, and the verification that asks the platform about them. */
@NullMarked
package dev.ose.server.ledger.verify;

import org.jspecify.annotations.NullMarked;
