/**
 * What an operator may set. Owns every option's key, type, bounds and meaning, the order in which sources override one
 * another, and the refusal of anything that cannot work. Refuses to know who uses an option, and never corrects a value
 * silently.
 */
@NullMarked
package dev.ose.config;

import org.jspecify.annotations.NullMarked;
