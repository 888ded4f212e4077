package dev.ose.server.runtime.lifecycle;

import org.jspecify.annotations.Nullable;

/** The node cannot start. The message states in one line a stable code, what happened and what to do. */
public final class StartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why a node does not start. The codes are stable: scripts and runbooks refer to them. */
    public enum Code {
        /** The data directory cannot be created, read or written. */
        DATA_DIRECTORY("OSE-1101"),
        /** Another node uses the data directory. */
        ALREADY_RUNNING("OSE-1102"),
        /** Another process listens on a port. */
        PORT_BUSY("OSE-1103"),
        /** A listen address is not one of this host. */
        ADDRESS("OSE-1104"),
        /** The database does not answer or refuses the login. */
        DATABASE("OSE-1105"),
        /** The embedded PostgreSQL does not start. */
        EMBEDDED_DATABASE("OSE-1106"),
        /** The database is of the wrong kind, or its schema cannot be migrated. */
        SCHEMA("OSE-1107"),
        /** The key file cannot be used. */
        KEYRING("OSE-1108"),
        /** A file named by an option is missing or unreadable. */
        FILE("OSE-1109"),
        /** A certificate or its key cannot be used. */
        CERTIFICATE("OSE-1110"),
        /** The storage platform cannot be used. */
        PLATFORM("OSE-1111"),
        /** Nodes that keep the ledger in another way are alive. */
        LEDGER("OSE-1112"),
        /** The library that TLS is to be spoken by does not run on this machine. */
        TLS_LIBRARY("OSE-1113"),
        /** None of the above: a bug, or an unforeseen environment. */
        UNEXPECTED("OSE-1199");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Code code;

    /** @param sentences what happened, then what to do */
    public StartException(Code code, String sentences) {
        this(code, sentences, null);
    }

    /** As above, with a cause for the log. */
    public StartException(Code code, String sentences, @Nullable Throwable cause) {
        super(code + ": " + sentences.replace('\n', ' '), cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
