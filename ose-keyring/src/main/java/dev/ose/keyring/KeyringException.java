package dev.ose.keyring;

/** Says why the key file cannot be used or a sealed secret cannot be opened. Never carries key material. */
public final class KeyringException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    KeyringException(String message) {
        super(message);
    }

    KeyringException(String message, Throwable cause) {
        super(message, cause);
    }
}
