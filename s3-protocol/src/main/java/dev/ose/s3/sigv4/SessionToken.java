package dev.ose.s3.sigv4;

/** The session token that a temporary credential sends along; it prints {@code ***}. */
public record SessionToken(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
