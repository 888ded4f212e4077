package dev.ose.server.admin.access.session;

import org.jspecify.annotations.Nullable;

/**
 * What a session was opened with, as its owner sees it in the list of sessions.
 *
 * @param program what the client calls itself
 * @param address where the client was
 */
public record Device(String program, String address) {

    private static final int MAX_LENGTH = 200;

    public Device {
        program = program.substring(0, Math.min(program.length(), MAX_LENGTH)).replaceAll("\\p{Cntrl}", " ");
    }

    /**
     * A device by what its client says of itself.
     *
     * @param program null if the client does not say it
     */
    public static Device of(@Nullable String program, String address) {
        return new Device(program == null ? "" : program, address);
    }
}
