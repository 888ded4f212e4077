/**
 * How an adapter announces itself to a node, its keeper and the command {@code ose}: the kind of platform, the options,
 * the commands and how it is opened, all of it data or pure functions until {@link
 * dev.ose.adapter.plugin.PlatformAdapterFactory#open}. Refuses to know how a node is configured or where it runs.
 */
@NullMarked
package dev.ose.adapter.plugin;

import org.jspecify.annotations.NullMarked;
