/**
 * Questions to a running node: whether it lives, whether it serves, and how much memory it has left.
 */
@NullMarked
package dev.ose.keeper.probe;

import org.jspecify.annotations.NullMarked;
