package dev.ose.keeper.configuration;

import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationProblem;
import java.util.List;

/** Reasons why a stored configuration cannot be read or changed. The codes are stable. */
public final class ConfigurationErrors {

    public static final String UNREADABLE = "OSE-1301";
    public static final String OPEN_TO_OTHERS = "OSE-1302";
    public static final String UNWRITABLE = "OSE-1303";
    public static final String SECRET_TWICE = "OSE-1304";
    public static final String JVM_ARGUMENTS = "OSE-1305";
    public static final String NOT_A_SECRET = "OSE-1306";

    private ConfigurationErrors() {}

    /** Creates a refusal. */
    public static ConfigurationException of(String code, String happened, String concerns, String remedy) {
        return new ConfigurationException(List.of(new ConfigurationProblem(code, happened, concerns, remedy)));
    }
}
