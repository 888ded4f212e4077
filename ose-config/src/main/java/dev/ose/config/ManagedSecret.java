package dev.ose.config;

import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.OptionTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A secret that operators may pass to the keeper by value. A node reads secrets from files only, so that they are in no
 * argument list and no environment: the keeper stores the value and writes the file of the option {@link #file}.
 *
 * @param key the name under which the keeper stores it
 * @param file the node's option with the file's path
 */
public record ManagedSecret(String key, Option<Path> file) {

    public static final ManagedSecret DATABASE_PASSWORD = of(DatabaseOptions.PASSWORD_FILE);
    public static final ManagedSecret DIRECTOR_SECRET = of(DirectorOptions.SECRET_FILE);
    public static final ManagedSecret PROXY_SECRET = of(OutboundOptions.PROXY_SECRET_FILE);
    public static final ManagedSecret NOTIFICATION_SECRET = of(SyncOptions.NOTIFICATION_SECRET_FILE);
    public static final ManagedSecret AUDIT_WEBHOOK_SECRET = of(AuditOptions.WEBHOOK_SECRET_FILE);

    private static final String OF_FILES = "-file";

    /** Every managed secret, including those of adapters, for the main platform and for further ones. */
    static List<ManagedSecret> all(AdapterRegistry adapters, List<String> furtherPlatforms) {
        List<ManagedSecret> all = new ArrayList<>(List.of(DATABASE_PASSWORD));
        adapters.factories().stream()
                .flatMap(factory -> factory.options().stream())
                .filter(AdapterOption::isSecretFile)
                .forEach(option -> {
                    Option<Path> file =
                            new Option<>(option.key(), OptionTypes.path(), null, false, true, option.sentence());
                    all.add(of(file));
                    furtherPlatforms.forEach(name -> all.add(of(FurtherPlatforms.of(name, file))));
                });
        all.addAll(List.of(DIRECTOR_SECRET, PROXY_SECRET, NOTIFICATION_SECRET, AUDIT_WEBHOOK_SECRET));
        return List.copyOf(all);
    }

    private static ManagedSecret of(Option<Path> file) {
        return new ManagedSecret(key(file.key()), file);
    }

    /** The name of a file's secret, from the key of the option with the file's path. */
    static String key(String file) {
        return file.substring(0, file.length() - OF_FILES.length());
    }
}
