package dev.ose.adapter.embedded.file;

/** An encrypted file differs from what was written. None of the bytes in question are returned. */
public final class DamagedFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DamagedFileException(FileId file, long frame) {
        super("The encrypted file " + file.fileName() + " was altered or is damaged in frame " + frame
                + ". Restore it from a backup, or delete its object.");
    }
}
