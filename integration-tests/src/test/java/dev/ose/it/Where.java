package dev.ose.it;

/** The listener that a client uses. Clients cover bodies differently over each. */
enum Where {
    HTTP,
    HTTPS
}
