package dev.ose.adapter.plugin;

/**
 * Options of an adapter that are possible each, and impossible together.
 *
 * @param happened what is wrong, as a sentence; never with a secret
 * @param option the one to change
 * @param remedy what to do, as a sentence
 */
public record AdapterProblem(String happened, AdapterOption<?> option, String remedy) {

    /** The problem of an option that says nothing without another one. */
    public static AdapterProblem incomplete(AdapterOption<?> set, AdapterOption<?> needed) {
        return new AdapterProblem(
                set.key() + " is set and " + needed.key() + " is not.", needed, "Set both or neither.");
    }
}
