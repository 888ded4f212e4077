/** When a node is started, stopped and restarted, and what is reported about it. Does not know how. */
@NullMarked
package dev.ose.keeper.supervision;

import org.jspecify.annotations.NullMarked;
