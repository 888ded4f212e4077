package dev.ose.config;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Combinations of valid values that are contradictory. */
final class CrossFieldRules {

    private static final List<Function<Configuration, Optional<ConfigurationProblem>>> RULES = List.of(
            CrossFieldRules::oneListenerPerPort,
            it -> together(it, S3Options.TLS_CERTIFICATE, S3Options.TLS_PRIVATE_KEY),
            it -> together(it, S3Options.TLS_PRIVATE_KEY, S3Options.TLS_CERTIFICATE),
            it -> together(it, S3Options.TLS_PORT, S3Options.TLS_CERTIFICATE),
            CrossFieldRules::managementHasAName,
            CrossFieldRules::hostIsOfS3OrOfManagement,
            it -> together(it, AdminOptions.TLS_CERTIFICATE, AdminOptions.TLS_PRIVATE_KEY),
            it -> together(it, AdminOptions.TLS_PRIVATE_KEY, AdminOptions.TLS_CERTIFICATE),
            it -> together(it, DatabaseOptions.USERNAME, DatabaseOptions.URL),
            it -> together(it, DatabaseOptions.PASSWORD_FILE, DatabaseOptions.USERNAME),
            it -> together(it, DirectorOptions.URL, DirectorOptions.USER),
            it -> together(it, DirectorOptions.USER, DirectorOptions.URL),
            it -> together(it, DirectorOptions.USER, DirectorOptions.SECRET_FILE),
            it -> together(it, DirectorOptions.SECRET_FILE, DirectorOptions.USER),
            it -> together(it, DirectorOptions.FINGERPRINT, DirectorOptions.URL),
            it -> together(it, AuditOptions.WEBHOOK, AuditOptions.WEBHOOK_SECRET_FILE),
            it -> together(it, AuditOptions.WEBHOOK_SECRET_FILE, AuditOptions.WEBHOOK),
            it -> together(it, S3Options.FORWARDED_HEADER, S3Options.FORWARDERS),
            it -> together(it, OutboundOptions.NO_PROXY, OutboundOptions.PROXY),
            it -> together(it, OutboundOptions.PROXY_USER, OutboundOptions.PROXY),
            it -> together(it, OutboundOptions.PROXY_USER, OutboundOptions.PROXY_SECRET_FILE),
            it -> together(it, OutboundOptions.PROXY_SECRET_FILE, OutboundOptions.PROXY_USER),
            CrossFieldRules::idleConnectionsEndBeforeTheyAreOld,
            it -> partsFit(
                    it,
                    new PartRule(
                            PlatformOptions.READ_AHEAD,
                            PlatformOptions.READ_AHEAD_MEMORY,
                            PlatformOptions.READ_AHEAD_PART,
                            2)),
            it -> partsFit(
                    it,
                    new PartRule(PlatformOptions.SPLIT, PlatformOptions.SPLIT_MEMORY, PlatformOptions.SPLIT_PART, 4)),
            CrossFieldRules::tenantsAreNotEncrypted);

    private CrossFieldRules() {}

    static List<ConfigurationProblem> in(Configuration configuration) {
        return Stream.concat(
                        RULES.stream().map(rule -> rule.apply(configuration)).flatMap(Optional::stream),
                        Stream.concat(
                                AdapterRules.in(configuration).stream(), FurtherPlatforms.problems(configuration)))
                .toList();
    }

    private static Optional<ConfigurationProblem> oneListenerPerPort(Configuration it) {
        int admin = it.get(AdminOptions.PORT);
        if (admin != 0 && admin == it.get(S3Options.PORT)) {
            return Optional.of(contradiction(
                    AdminOptions.PORT.key() + " and " + S3Options.PORT.key() + " are both " + admin + ".",
                    AdminOptions.PORT.key(),
                    "Give each listener its own port."));
        }
        return Optional.empty();
    }

    private static Optional<ConfigurationProblem> managementHasAName(Configuration it) {
        return it.get(S3Options.MANAGEMENT) && it.find(AdminOptions.HOST_NAMES).isEmpty()
                ? Optional.of(contradiction(
                        S3Options.MANAGEMENT.key() + " is true and " + AdminOptions.HOST_NAMES.key() + " is not set.",
                        AdminOptions.HOST_NAMES.key(),
                        "Name the host by which management is addressed, or set " + S3Options.MANAGEMENT.key()
                                + " to false."))
                : Optional.empty();
    }

    /** S3 would answer, and the admin API would be unreachable by that name. */
    private static Optional<ConfigurationProblem> hostIsOfS3OrOfManagement(Configuration it) {
        if (!it.get(S3Options.MANAGEMENT)) {
            return Optional.empty();
        }
        return it.find(AdminOptions.HOST_NAMES).orElse(List.of()).stream()
                .filter(host -> it.get(S3Options.DOMAINS).stream()
                        .anyMatch(domain -> host.equals("s3." + domain) || host.endsWith(".s3." + domain)))
                .findFirst()
                .map(host -> contradiction(
                        AdminOptions.HOST_NAMES.key() + " has " + host + ", which " + S3Options.DOMAINS.key()
                                + " makes a host of S3, and " + S3Options.MANAGEMENT.key() + " is true.",
                        AdminOptions.HOST_NAMES.key(),
                        "Give management a host that is neither s3.DOMAIN nor below it."));
    }

    private static Optional<ConfigurationProblem> together(Configuration it, Option<?> set, Option<?> needed) {
        if (it.isSet(set) && it.find(set).isPresent() && it.find(needed).isEmpty()) {
            return Optional.of(contradiction(
                    set.key() + " is set and " + needed.key() + " is not.", needed.key(), "Set both or neither."));
        }
        return Optional.empty();
    }

    private static Optional<ConfigurationProblem> idleConnectionsEndBeforeTheyAreOld(Configuration it) {
        if (it.get(DatabaseOptions.IDLE_TIMEOUT).compareTo(it.get(DatabaseOptions.MAX_LIFETIME)) > 0) {
            return Optional.of(contradiction(
                    DatabaseOptions.IDLE_TIMEOUT.key() + " is longer than " + DatabaseOptions.MAX_LIFETIME.key() + ".",
                    DatabaseOptions.IDLE_TIMEOUT.key(),
                    "Make it shorter than the whole life of a connection."));
        }
        return Optional.empty();
    }

    /**
     * What holds parts in memory.
     *
     * @param leastParts as many as one tenant needs to begin, and as many that are left to others
     */
    private record PartRule(Option<Boolean> isOn, Option<Long> memory, Option<Long> part, int leastParts) {}

    /** One tenant gets half of the memory, and requests that do without parts keep half of the connections. */
    private static Optional<ConfigurationProblem> partsFit(Configuration it, PartRule rule) {
        long parts = it.get(rule.memory()) / it.get(rule.part());
        int connections = it.get(PlatformOptions.MAX_CONNECTIONS);
        if (!it.get(rule.isOn()) || (parts >= rule.leastParts() && parts <= connections / 2)) {
            return Optional.empty();
        }
        return Optional.of(contradiction(
                rule.memory().key() + " holds " + parts + " of " + rule.part().key() + ", and "
                        + PlatformOptions.MAX_CONNECTIONS.key() + " is " + connections + ".",
                rule.memory().key(),
                "Make it " + rule.leastParts() + " parts at least, and as many as half of the connections at most."));
    }

    /** A request for encryption must not be ignored silently. */
    private static Optional<ConfigurationProblem> tenantsAreNotEncrypted(Configuration it) {
        return it.find(FormerOptions.TENANT_ENCRYPTION).orElse(false)
                ? Optional.of(new ConfigurationProblem(
                        ConfigurationProblem.NOT_OFFERED,
                        FormerOptions.TENANT_ENCRYPTION.key()
                                + " cannot be true: encryption of all objects of a tenant is not part of this version.",
                        FormerOptions.TENANT_ENCRYPTION.key(),
                        "Set it to false or remove it; buckets can have an encryption of their own where the platform"
                                + " offers that."))
                : Optional.empty();
    }

    private static ConfigurationProblem contradiction(String happened, String option, String remedy) {
        return new ConfigurationProblem(ConfigurationProblem.CONTRADICTION, happened, option, remedy);
    }
}
