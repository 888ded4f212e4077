package dev.ose.server.admin.platform;

import java.net.URI;

/** The address of a platform's own console, which may grant access without a login. */
public record ConsoleView(URI uri) {}
