package dev.ose.it;

/** The listener that a client uses. Clients cover bodies differently over each. */
public enum Where {
    HTTP,
    HTTPS
}
