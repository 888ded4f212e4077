/**
 * The ledger as a log: what follows from the begins and ends of writes, in the order in which they were appended
 * ({@code docs/decisions/0016-the-ledger-becomes-a-log.md}).
 */
@NullMarked
package dev.ose.server.ledger.log;

import org.jspecify.annotations.NullMarked;
