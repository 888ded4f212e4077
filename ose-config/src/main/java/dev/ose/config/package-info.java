/**
 * The options of OSE. Owns every option's key, type, bounds and description, the precedence of sources, and the refusal
 * of invalid configurations. Knows nothing of the use of options, and never corrects a value silently.
 */
@NullMarked
package dev.ose.config;

import org.jspecify.annotations.NullMarked;
