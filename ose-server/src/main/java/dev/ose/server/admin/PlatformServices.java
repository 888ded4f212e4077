package dev.ose.server.admin;

import dev.ose.server.capability.AttachedPlatforms;
import dev.ose.server.capability.ProbeStore;

/** What the admin API asks about platforms. */
public record PlatformServices(AttachedPlatforms attached, ProbeStore probes) {}
