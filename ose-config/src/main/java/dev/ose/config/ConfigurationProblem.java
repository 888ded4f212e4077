package dev.ose.config;

/**
 * A problem of a configuration; as a warning, a setting that has no or an unexpected effect.
 *
 * @param code stable code, {@code OSE-nnnn}
 * @param happened the problem, as a sentence; never contains the value of a secret option
 * @param option the option concerned
 * @param remedy the remedy, as a sentence
 */
public record ConfigurationProblem(String code, String happened, String option, String remedy) {

    static final String UNKNOWN_OPTION = "OSE-1001";
    static final String IMPOSSIBLE_VALUE = "OSE-1002";
    static final String CONTRADICTION = "OSE-1003";
    static final String UNREADABLE_FILE = "OSE-1004";
    static final String MALFORMED_ARGUMENT = "OSE-1005";
    static final String NOT_OFFERED = "OSE-1006";
    static final String PASSED_TO_SPRING = "OSE-1007";
    static final String WITHOUT_EFFECT = "OSE-1008";
    static final String UNSAFE_FOR_SPRING = "OSE-1009";
    static final String UNTRUSTED_ADAPTER = "OSE-1010";
    static final String BROKEN_ADAPTER = "OSE-1011";
    static final String DOUBLED_ADAPTER = "OSE-1012";
    static final String NEWER_ADAPTER = "OSE-1013";

    /** The whole message on one line: code, what happened, what to do. */
    public String line() {
        return code + ": " + happened + " " + remedy;
    }
}
