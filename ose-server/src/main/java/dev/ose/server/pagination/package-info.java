/**
 * The lists of the admin API: the properties by which each is filtered and ordered, and its pages, which are read by
 * key (keyset pagination). One mechanism for all lists; it only reads, and does not decide who may see a list.
 */
@NullMarked
package dev.ose.server.pagination;

import org.jspecify.annotations.NullMarked;
