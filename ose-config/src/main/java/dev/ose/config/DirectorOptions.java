package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The link to VMware Cloud Director, and the pages that may call the admin API. */
public final class DirectorOptions {

    public static final Option<URI> URL = Option.optional(
            "oss.director.url",
            ValueTypes.httpsUrl(),
            "Address of VMware Cloud Director, whose pages may call the admin API.");

    public static final Option<String> USER = Option.optional(
            "oss.director.user",
            OptionTypes.matching("1 to 128 characters without colons and blanks", "[^:\\s]{1,128}"),
            "Administrator of Cloud Director to log in as, such as administrator@system.");

    public static final Option<Path> SECRET_FILE = Option.optional(
            "oss.director.secret-file",
            OptionTypes.path(),
            "File whose first line is the secret of that administrator; readable by its owner only.");

    public static final Option<String> FINGERPRINT = Option.optional(
            "oss.director.certificate-fingerprint",
            ValueTypes.fingerprint(),
            "SHA-256 of the only certificate that is accepted from Cloud Director; absent means one that Java"
                    + " trusts.");

    public static final Option<List<String>> ORIGINS = Option.optional(
            "oss.director.origins",
            ValueTypes.origins(),
            "Further origins whose pages may call the admin API, such as other names of Cloud Director.");

    private DirectorOptions() {}

    static List<Option<?>> all() {
        return List.of(URL, USER, SECRET_FILE, FINGERPRINT, ORIGINS);
    }

    /** Every origin whose pages may call the admin API, in the form of the Origin header. */
    public static Set<String> allowedOrigins(Configuration configuration) {
        Set<String> origins = new LinkedHashSet<>();
        configuration.find(URL).map(ValueTypes::origin).ifPresent(origins::add);
        configuration.find(ORIGINS).ifPresent(origins::addAll);
        return origins;
    }
}
