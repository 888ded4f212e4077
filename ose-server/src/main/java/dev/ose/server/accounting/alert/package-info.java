/**
 * Alerts that usage is near or above a quota: when one is raised and cleared. Owns the rule and the rounds; the usage
 * is read from the counters, and messages are sent by webhooks and the audit log.
 */
@NullMarked
package dev.ose.server.accounting.alert;

import org.jspecify.annotations.NullMarked;
