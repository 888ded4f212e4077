/**
 * When a node is started, ended and started again, and what is told about it. Refuses to know how.
 */
@NullMarked
package dev.ose.keeper.supervision;

import org.jspecify.annotations.NullMarked;
