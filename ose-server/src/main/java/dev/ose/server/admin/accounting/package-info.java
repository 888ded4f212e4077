/** What tenants, users and buckets store and use, and how much they may, in the admin API. */
@NullMarked
package dev.ose.server.admin.accounting;

import org.jspecify.annotations.NullMarked;
