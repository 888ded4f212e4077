package dev.ose.server.admin;

import dev.ose.server.capability.AttachedPlatforms;
import dev.ose.server.capability.ProbeStore;
import dev.ose.server.sync.PlatformNotices;
import dev.ose.server.tenancy.ReconciliationRuns;

/** What the admin API asks about platforms, and whom it passes on what they tell. */
public record PlatformServices(
        AttachedPlatforms attached, ProbeStore probes, PlatformNotices notices, ReconciliationRuns reconciliations) {}
