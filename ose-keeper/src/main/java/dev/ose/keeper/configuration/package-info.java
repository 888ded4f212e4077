/**
 * The configuration of this host's node, as it is kept on disk. Owns the files of the configuration directory, their
 * permissions, and that a change is taken whole or not at all. Refuses anything that a node would not start with, and refuses
 * to know who asks and how the node is run.
 */
@NullMarked
package dev.ose.keeper.configuration;

import org.jspecify.annotations.NullMarked;
