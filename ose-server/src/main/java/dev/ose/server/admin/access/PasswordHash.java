package dev.ose.server.admin.access;

/** A salted, slow hash in its own textual form. Not a secret, but {@code toString} does not print it. */
public record PasswordHash(String encoded) {

    @Override
    public String toString() {
        return "***";
    }
}
