package dev.ose.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A secret that operators may hand to the keeper by value. A node itself reads secrets from files only, so that they are in
 * no argument list and no environment: the keeper keeps the value and writes the file that {@link #file} names.
 *
 * @param key the name under which the keeper keeps it
 * @param file the option by which a node finds it
 */
public record ManagedSecret(String key, Option<Path> file) {

    public static final ManagedSecret DATABASE_PASSWORD = of(DatabaseOptions.PASSWORD_FILE);
    public static final ManagedSecret CEPH_SECRET_KEY = of(CephOptions.SECRET_KEY_FILE);
    public static final ManagedSecret OSIS_SECRET = of(OsisOptions.SECRET_FILE);
    public static final ManagedSecret OSIS_TOKEN = of(OsisOptions.TOKEN_FILE);
    public static final ManagedSecret DIRECTOR_SECRET = of(DirectorOptions.SECRET_FILE);
    public static final ManagedSecret PROXY_SECRET = of(OutboundOptions.PROXY_SECRET_FILE);
    public static final ManagedSecret NOTICE_SECRET = of(SyncOptions.NOTICE_SECRET_FILE);

    private static final String OF_FILES = "-file";

    /** Every secret that can be kept. */
    public static List<ManagedSecret> all() {
        return List.of(
                DATABASE_PASSWORD,
                CEPH_SECRET_KEY,
                OSIS_SECRET,
                OSIS_TOKEN,
                DIRECTOR_SECRET,
                PROXY_SECRET,
                NOTICE_SECRET);
    }

    /** The secret of a key. */
    public static Optional<ManagedSecret> find(String key) {
        return all().stream().filter(kept -> kept.key().equals(key)).findFirst();
    }

    private static ManagedSecret of(Option<Path> file) {
        String key = file.key();
        return new ManagedSecret(key.substring(0, key.length() - OF_FILES.length()), file);
    }
}
