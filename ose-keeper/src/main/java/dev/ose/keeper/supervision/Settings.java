package dev.ose.keeper.supervision;

import java.util.List;

/**
 * Arguments of a node's start.
 *
 * @param jvmArguments the operator's, before the program
 * @param nodeArguments after the program; none of them holds a secret
 */
public record Settings(List<String> jvmArguments, List<String> nodeArguments) {

    public Settings {
        jvmArguments = List.copyOf(jvmArguments);
        nodeArguments = List.copyOf(nodeArguments);
    }

    /** Reads settings. */
    public interface Source {

        /**
         * Reads the present configuration. Blocks on the disk.
         *
         * @throws UnusableException if a node would not start with it
         */
        Settings read() throws UnusableException;

        /**
         * Tries JVM arguments. Blocks while a JVM starts and ends.
         *
         * @throws UnusableException if a JVM does not start with them
         */
        void tryJvm(List<String> jvmArguments) throws UnusableException;
    }

    /** A node would not start with the configuration. */
    public static final class UnusableException extends Exception {

        private static final long serialVersionUID = 1L;

        private final String code;

        /** @param sentence what happened and the remedy */
        public UnusableException(String code, String sentence) {
            super(sentence);
            this.code = code;
        }

        public String code() {
            return code;
        }

        public String sentence() {
            return String.valueOf(getMessage());
        }
    }
}
