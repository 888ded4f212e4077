/**
 * Fair distribution of scarce resources, such as connections and threads, among shares. Counts what each share holds;
 * independent of the resources and of the meaning of a share.
 */
@NullMarked
package dev.ose.server.runtime.fairness;

import org.jspecify.annotations.NullMarked;
