package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.adapter.plugin.UnusableValueException;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationProblem;
import dev.ose.config.DirectorOptions;
import dev.ose.config.ManagedSecret;
import dev.ose.control.Finding;
import dev.ose.keeper.director.DirectorCheck;
import dev.ose.keeper.director.DirectorEndpoint;
import dev.ose.keeper.director.DirectorException;
import dev.ose.keeper.tls.ShownCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inspects the link to Cloud Director: the certificate before it is set, and whether the login works. */
final class DirectorActions {

    static final String WRONG_ADDRESS = "OSE-1351";
    static final String NO_ANSWER = "OSE-1352";
    static final String OTHER_CERTIFICATE = "OSE-1353";
    static final String LOGIN = "OSE-1354";
    static final String NOT_LINKED = "OSE-1355";
    static final String REFUSED = "OSE-1356";
    static final String UNREADABLE_SECRET = "OSE-1357";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ConfigurationStore store;

    DirectorActions(ConfigurationStore store) {
        this.store = store;
    }

    /** The certificate shown at an address, which need not be configured yet. Blocks for seconds. */
    ShownCertificate certificate(String address) {
        URI url;
        try {
            url = DirectorOptions.URL.type().parse(address);
        } catch (UnusableValueException e) {
            throw ConfigurationErrors.of(
                    WRONG_ADDRESS,
                    "'" + address + "' is no address of Cloud Director.",
                    DirectorOptions.URL.key(),
                    "Give " + DirectorOptions.URL.type().allowed() + ".");
        }
        try {
            return ShownCertificate.ask(url, TIMEOUT);
        } catch (IOException e) {
            throw ConfigurationErrors.of(
                    NO_ANSWER,
                    url + " does not answer: " + e + ".",
                    DirectorOptions.URL.key(),
                    "Check the address, DNS and the firewall. To set it all the same, give --trust FINGERPRINT.");
        }
    }

    /** The finding for {@code ose config validate}. Blocks for at most a minute. */
    Finding check() {
        try {
            return link().map(it -> new DirectorCheck(it).run())
                    .orElseGet(() -> Finding.skipped(DirectorCheck.NAME, "none is set"));
        } catch (ConfigurationException e) {
            ConfigurationProblem first = e.problems().getFirst();
            if (!first.code().equals(UNREADABLE_SECRET)) {
                throw e;
            }
            return Finding.failed(DirectorCheck.NAME, first.happened(), first.remedy());
        }
    }

    /** The configured link; empty if it is not configured completely. Blocks on the disk. */
    Optional<DirectorEndpoint> link() {
        StoredConfiguration stored = store.read();
        Configuration configuration = stored.check(store.directory());
        Optional<URI> url = configuration.find(DirectorOptions.URL);
        Optional<String> user = configuration.find(DirectorOptions.USER);
        if (url.isEmpty() || user.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new DirectorEndpoint(
                    url.get(),
                    user.get(),
                    secret(stored, configuration),
                    configuration.find(DirectorOptions.FINGERPRINT).orElse(null)));
        } catch (IOException e) {
            throw ConfigurationErrors.of(
                    UNREADABLE_SECRET,
                    "The file of " + DirectorOptions.SECRET_FILE.key() + " cannot be read: " + e + ".",
                    DirectorOptions.SECRET_FILE.key(),
                    "Check its path and permissions, or hand the secret over: ose director set.");
        }
    }

    static ConfigurationException notLinked() {
        return ConfigurationErrors.of(
                NOT_LINKED,
                "No Cloud Director is set.",
                DirectorOptions.URL.key(),
                "Set it: ose director set --url URL --user NAME.");
    }

    static ConfigurationException refusal(DirectorException e) {
        String code =
                switch (e.why()) {
                    case NO_ANSWER -> NO_ANSWER;
                    case CERTIFICATE -> OTHER_CERTIFICATE;
                    case LOGIN -> LOGIN;
                    case REFUSED -> REFUSED;
                };
        return ConfigurationErrors.of(code, e.detail() + ".", DirectorOptions.URL.key(), e.remedy());
    }

    private static Secret secret(StoredConfiguration stored, Configuration configuration) throws IOException {
        @Nullable Secret kept = stored.secrets().get(ManagedSecret.DIRECTOR_SECRET.key());
        if (kept != null) {
            return kept;
        }
        Path file = configuration.get(DirectorOptions.SECRET_FILE);
        return Secret.of(Files.readString(file).lines().findFirst().orElse(""));
    }
}
