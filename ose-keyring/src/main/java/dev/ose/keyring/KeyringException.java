package dev.ose.keyring;

/**
 * The key file is unusable, or a secret cannot be decrypted; the message states the cause. Never contains key material.
 */
public final class KeyringException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    KeyringException(String message) {
        super(message);
    }

    KeyringException(String message, Throwable cause) {
        super(message, cause);
    }
}
