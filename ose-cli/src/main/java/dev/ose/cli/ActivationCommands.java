package dev.ose.cli;

import dev.ose.client.ActivationPolicy;
import dev.ose.client.CloudDirectorApi;
import dev.ose.client.QuotaOfNewTenants;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose activation}. */
final class ActivationCommands {

    private ActivationCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "activation",
                "Whether organisations of Cloud Director become tenants by themselves.",
                new Show(terminal),
                new Set(terminal));
    }

    @Command(name = "show", description = "Show the mode, the exceptions and the quota of new tenants.")
    private static final class Show extends AdminCommand {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(CloudDirectorApi.getActivationPolicy());
        }
    }

    /** The modes of the admin API. */
    private enum Mode {
        CONFIGURED,
        MANUAL,
        AUTOMATIC
    }

    @Command(
            name = "set",
            description = "Set the mode, the exceptions and the quota of new tenants; what is not given is empty.")
    private static final class Set extends AdminCommand {

        @Option(
                names = "--mode",
                required = true,
                paramLabel = "MODE",
                description = "One of ${COMPLETION-CANDIDATES}.")
        private @Nullable Mode mode;

        @Option(
                names = "--except",
                paramLabel = "ORGANISATION",
                description = "UUID or URN of an organisation that never becomes a tenant by itself; may be repeated.")
        private List<String> exceptions = List.of();

        @Option(
                names = "--bytes",
                paramLabel = "SIZE",
                converter = Size.class,
                description = "How much a new tenant may store, such as 500, 10GB or 1.5TiB.")
        private @Nullable Long bytes;

        @Option(names = "--objects", paramLabel = "N", description = "How many objects it may have.")
        private @Nullable Long objects;

        @Option(names = "--buckets", paramLabel = "N", description = "How many buckets it may have.")
        private @Nullable Long buckets;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            ActivationPolicy policy =
                    ActivationPolicy.of().withMode(String.valueOf(mode)).withExceptions(exceptions);
            return showOne(CloudDirectorApi.putActivationPolicy(isUnlimited() ? policy : policy.withQuota(quota())));
        }

        private boolean isUnlimited() {
            return bytes == null && objects == null && buckets == null;
        }

        private QuotaOfNewTenants quota() {
            QuotaOfNewTenants quota = QuotaOfNewTenants.of();
            if (bytes != null) {
                quota = quota.withMaxBytes(bytes);
            }
            if (objects != null) {
                quota = quota.withMaxObjects(objects);
            }
            return buckets == null ? quota : quota.withMaxBuckets(buckets);
        }
    }
}
