/** The types of the options by which an operator says how a platform is reached. */
@NullMarked
package dev.ose.adapter.plugin;

import org.jspecify.annotations.NullMarked;
