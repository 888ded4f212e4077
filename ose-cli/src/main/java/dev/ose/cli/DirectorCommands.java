package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.config.DirectorActivation;
import dev.ose.config.DirectorOptions;
import dev.ose.config.ManagedSecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose director}: the link to VMware Cloud Director. */
final class DirectorCommands {

    private static final String NO_ANSWER = "OSE-1352";
    private static final String OTHER_CERTIFICATE = "OSE-3405";

    private DirectorCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "director",
                "VMware Cloud Director: how it is reached, and which pages may call the admin API.",
                Group.takingForce(() -> new Set(terminal)),
                OptionCommands.show(terminal, "Show the link, its secret hidden.", true, "oss.director."),
                new Unset(terminal));
    }

    @Command(
            name = "set",
            description = {
                "Set its address and login; pages of that origin may call the admin API.",
                "A certificate that Java does not trust is trusted by its fingerprint, after a prompt or with --trust."
            })
    private static final class Set extends ConfigChangeCommand {

        @Option(names = "--url", required = true, paramLabel = "URL", description = "Such as https://vcd.example.com.")
        private String url = "";

        @Option(
                names = "--user",
                required = true,
                paramLabel = "NAME",
                description = "Administrator of the provider, such as administrator@system.")
        private String user = "";

        @Mixin
        private SecretInput secret = new SecretInput();

        @Option(
                names = "--trust",
                arity = "0..1",
                fallbackValue = "",
                paramLabel = "FINGERPRINT",
                description =
                        "Trust the certificate of this SHA-256 and no other; without one, that which is shown now.")
        private @Nullable String trust;

        @Option(
                names = "--origin",
                paramLabel = "ORIGIN",
                description = "Another origin, such as https://cloud.example.com, whose pages may call the admin API;"
                        + " may be given several times.")
        private List<String> origins = List.of();

        @Option(
                names = "--activate",
                paramLabel = "WHEN",
                description =
                        "When an organisation becomes a tenant: auto, by the first request of one of its users, or"
                                + " manual, by ose tenant link.")
        private @Nullable DirectorActivation activation;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Secret value = secret.read(terminal(), "Secret");
            @Nullable String fingerprint = fingerprint();
            Map<String, String> set = new TreeMap<>();
            List<String> unset = new ArrayList<>(List.of(DirectorOptions.SECRET_FILE.key()));
            set.put(DirectorOptions.URL.key(), url);
            set.put(DirectorOptions.USER.key(), user);
            if (fingerprint == null) {
                unset.add(DirectorOptions.FINGERPRINT.key());
            } else {
                set.put(DirectorOptions.FINGERPRINT.key(), fingerprint);
            }
            if (!origins.isEmpty()) {
                set.put(DirectorOptions.ORIGINS.key(), String.join(",", origins));
            }
            if (activation != null) {
                set.put(DirectorOptions.ACTIVATION.key(), activation.name().toLowerCase(Locale.ROOT));
            }
            return change(set, Map.of(ManagedSecret.DIRECTOR_SECRET.key(), value), unset);
        }

        /** The fingerprint to trust; absent if Java trusts the certificate. */
        private @Nullable String fingerprint() {
            boolean isNamed = trust != null && !trust.isEmpty();
            JsonNode shown;
            try {
                shown = ask("director.certificate", Map.of("url", url), Map.of(), false);
            } catch (CommandFailure e) {
                if (isNamed && e.refusal().code().equals(NO_ANSWER)) {
                    say("ose: " + e.refusal().sentence() + " Its certificate must be the one of --trust.");
                    return trust;
                }
                throw e;
            }
            String seen = shown.path("fingerprint").asString();
            if (isNamed) {
                return named(seen);
            }
            if (shown.path("objection").isNull()) {
                return null;
            }
            letTrust(shown, seen);
            return seen;
        }

        private String named(String seen) {
            String wanted = String.valueOf(trust).replace(":", "").toLowerCase(Locale.ROOT);
            if (!wanted.equals(seen)) {
                throw CommandFailure.of(
                        ExitCode.REFUSED,
                        OTHER_CERTIFICATE,
                        url + " shows another certificate than that of --trust; its SHA-256 is " + seen + ".",
                        "Compare it with the certificate on Cloud Director itself; if they differ, the connection is"
                                + " intercepted.");
            }
            return seen;
        }

        /** Prompts for confirmation, unless the command line has decided. */
        private void letTrust(JsonNode shown, String seen) {
            String about = "The certificate of " + url + " is not trusted by Java ("
                    + shown.path("objection").asString() + "): for "
                    + shown.path("subject").asString() + ", by "
                    + shown.path("issuer").asString() + ", until "
                    + shown.path("notAfter").asString() + ", SHA-256 " + seen + ".";
            String remedy = "Compare it with the certificate on Cloud Director itself, then give --trust " + seen + ".";
            Terminal.@Nullable Asker person = terminal().person();
            if (trust != null) {
                say("ose: " + about + " It is trusted from now on.");
            } else if (person == null) {
                throw CommandFailure.of(ExitCode.USAGE, OTHER_CERTIFICATE, about, remedy);
            } else {
                terminal().err().println(about);
                if (!person.confirm("Trust this certificate?")) {
                    throw CommandFailure.of(
                            ExitCode.REFUSED, OTHER_CERTIFICATE, "The certificate is not trusted.", remedy);
                }
            }
        }
    }

    @Command(name = "unset", description = "Remove the link, its secret, and all origins that may call the admin API.")
    private static final class Unset extends ConfigChangeCommand {

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return unset(List.of(
                    DirectorOptions.URL.key(),
                    DirectorOptions.USER.key(),
                    DirectorOptions.SECRET_FILE.key(),
                    ManagedSecret.DIRECTOR_SECRET.key(),
                    DirectorOptions.FINGERPRINT.key(),
                    DirectorOptions.ORIGINS.key(),
                    DirectorOptions.ACTIVATION.key()));
        }
    }
}
