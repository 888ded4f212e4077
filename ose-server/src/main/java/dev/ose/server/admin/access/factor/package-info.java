/**
 * Second factors of accounts: codes of a device, and recovery codes. Owns the computation and which code counts;
 * refuses to know how they are stored.
 */
@NullMarked
package dev.ose.server.admin.access.factor;

import org.jspecify.annotations.NullMarked;
