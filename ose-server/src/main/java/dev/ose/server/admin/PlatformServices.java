package dev.ose.server.admin;

import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.platform.probe.ProbeStore;
import dev.ose.server.sync.BucketNotifications;
import dev.ose.server.tenant.ReconciliationRuns;

/** What the admin API asks about platforms, and whom it passes on what they tell. */
public record PlatformServices(
        AttachedPlatforms attached,
        ProbeStore probes,
        BucketNotifications notices,
        ReconciliationRuns reconciliations) {}
