package dev.ose.adapter;

/** Identifies a user on its platform, in the platform's own words. */
public record PlatformUserId(String value) {

    public PlatformUserId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("platform user id is blank");
        }
    }
}
