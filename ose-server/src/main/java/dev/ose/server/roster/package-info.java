/**
 * The lists of the admin API: what a caller may ask of one, by which properties it is filtered and ordered, and where a
 * page ends. One mechanism for all; it reads only, and decides no rights.
 */
@NullMarked
package dev.ose.server.roster;

import org.jspecify.annotations.NullMarked;
