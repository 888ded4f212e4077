package dev.ose.server.platform;

/** Identifies a platform that OSE is connected to. */
public record PlatformId(int value) {

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
