package dev.ose.server.admin.platform;

import java.net.URI;

/** Where a platform's own console is. The address may let in whoever has it. */
public record ConsoleView(URI uri) {}
