/** Search for objects in the admin API, and the labels to find them by. */
@NullMarked
package dev.ose.server.admin.catalog;

import org.jspecify.annotations.NullMarked;
