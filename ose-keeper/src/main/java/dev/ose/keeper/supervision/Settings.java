package dev.ose.keeper.supervision;

import java.util.List;

/**
 * What a node is started with.
 *
 * @param jvmArguments of the operator's, before the program
 * @param nodeArguments behind the program; none of them holds a secret
 */
public record Settings(List<String> jvmArguments, List<String> nodeArguments) {

    public Settings {
        jvmArguments = List.copyOf(jvmArguments);
        nodeArguments = List.copyOf(nodeArguments);
    }

    /** Where they come from. */
    public interface Source {

        /**
         * What the configuration says now. Blocks on the disk.
         *
         * @throws UnusableException if a node would not start with it
         */
        Settings read() throws UnusableException;

        /**
         * Tries JVM arguments. Blocks while a JVM starts and ends.
         *
         * @throws UnusableException if none starts with them
         */
        void tryJvm(List<String> jvmArguments) throws UnusableException;
    }

    /** The configuration is not one that a node starts with. */
    public static final class UnusableException extends Exception {

        private static final long serialVersionUID = 1L;

        private final String code;

        /** @param sentence what happened and what to do */
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
