/** Copies of the audit log for syslog servers. */
@NullMarked
package dev.ose.server.audit.syslog;

import org.jspecify.annotations.NullMarked;
