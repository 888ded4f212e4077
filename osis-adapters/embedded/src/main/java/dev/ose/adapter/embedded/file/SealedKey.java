package dev.ose.adapter.embedded.file;

/**
 * The key of an encrypted file as it is stored: encrypted with the key file of the installation, and bound to the
 * file's id. Immutable.
 */
public final class SealedKey {

    private final byte[] bytes;

    public SealedKey(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    public byte[] bytes() {
        return bytes.clone();
    }
}
