package dev.ose.server.admin.access.portal;

/** How much an announcement matters. */
public enum AnnouncementSeverity {
    INFO,
    WARNING,
    CRITICAL
}
