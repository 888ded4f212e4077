/**
 * The audit log at the admin API: records each call that needs it before the call is answered, and shows the entries.
 * It refuses to answer a change that is not recorded.
 */
@NullMarked
package dev.ose.server.admin.audit;

import org.jspecify.annotations.NullMarked;
