package dev.ose.server.accounting.alert;

/** An alert that was raised and not cleared yet. */
public record OpenAlert(long id, long quota, Dimension dimension, int thresholdPercent) {}
