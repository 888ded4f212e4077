/**
 * The node's process: how it is started, known again, ended, and what it left behind when it ended by itself. Refuses to
 * decide when any of that is done.
 */
@NullMarked
package dev.ose.keeper.process;

import org.jspecify.annotations.NullMarked;
