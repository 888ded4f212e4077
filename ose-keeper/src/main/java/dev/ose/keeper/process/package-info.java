/** The node's process: how it is started, identified, ended, and what it leaves after a crash. Does not decide when. */
@NullMarked
package dev.ose.keeper.process;

import org.jspecify.annotations.NullMarked;
