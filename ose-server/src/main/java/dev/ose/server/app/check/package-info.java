/** Checks of a configuration before a node starts with it. They change nothing and need no node. */
@NullMarked
package dev.ose.server.app.check;

import org.jspecify.annotations.NullMarked;
