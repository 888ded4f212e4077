package dev.ose.server.admin;

import java.net.URI;

/** Where a platform's own console is. The address may let in whoever has it. */
record ConsoleView(URI uri) {}
