/**
 * What can be tried before a node starts with a configuration. Changes nothing, and needs no node.
 */
@NullMarked
package dev.ose.server.app.check;

import org.jspecify.annotations.NullMarked;
