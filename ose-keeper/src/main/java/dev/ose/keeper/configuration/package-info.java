/**
 * The configuration of this host's node on disk. Owns the files of the configuration directory, their permissions, and
 * the atomicity of changes. Rejects anything that a node would not start with. Does not know the callers or how the
 * node is run.
 */
@NullMarked
package dev.ose.keeper.configuration;

import org.jspecify.annotations.NullMarked;
