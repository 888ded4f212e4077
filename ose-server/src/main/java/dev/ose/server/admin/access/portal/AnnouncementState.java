package dev.ose.server.admin.access.portal;

/** Whether an announcement is shown. */
public enum AnnouncementState {
    /** It begins later. */
    SCHEDULED,
    /** It is shown. */
    CURRENT,
    /** It has ended. */
    ENDED
}
