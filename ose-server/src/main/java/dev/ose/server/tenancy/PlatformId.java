package dev.ose.server.tenancy;

/** Identifies a platform that OSE is connected to. */
public record PlatformId(int value) {

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
