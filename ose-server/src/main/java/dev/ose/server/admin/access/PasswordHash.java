package dev.ose.server.admin.access;

/** A salted, slow hash in its own textual form. Not a secret, and still nobody's business: it does not print. */
public record PasswordHash(String encoded) {

    @Override
    public String toString() {
        return "***";
    }
}
