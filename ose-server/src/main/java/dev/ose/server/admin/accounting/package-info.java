/** Usage, quotas and metering of tenants, users and buckets, in the admin API. */
@NullMarked
package dev.ose.server.admin.accounting;

import org.jspecify.annotations.NullMarked;
