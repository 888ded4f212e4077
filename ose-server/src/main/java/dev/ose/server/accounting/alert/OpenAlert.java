package dev.ose.server.accounting.alert;

import dev.ose.server.tenant.TenantId;

/** An alert that was raised and not cleared yet. */
public record OpenAlert(long id, TenantId tenant, long quota, Dimension dimension, int thresholdPercent) {}
