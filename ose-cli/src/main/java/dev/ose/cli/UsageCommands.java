package dev.ose.cli;

import dev.ose.client.Call;
import dev.ose.client.MeteredView;
import dev.ose.client.MeteringApi;
import dev.ose.client.PageUsagePeriodView;
import dev.ose.client.Paged;
import dev.ose.client.RecordedHours;
import dev.ose.client.TrafficInPeriod;
import dev.ose.client.Usage;
import dev.ose.client.UsageApi;
import dev.ose.client.UsagePeriodView;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose usage}. */
final class UsageCommands {

    private UsageCommands() {}

    /** Of how many hours it is known what was stored, such as {@code 23/24}. */
    static String recorded(RecordedHours hours) {
        return hours.recorded() + "/" + hours.all();
    }

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "usage",
                "Stored data, and metered usage.",
                new Show(terminal),
                new History(terminal),
                new Export(terminal));
    }

    @Command(
            name = "show",
            description = "Show the stored objects and bytes of a tenant, of a user's buckets, or of a bucket.")
    private static final class Show extends Holders {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(usage(holder()));
        }

        private static Call<Usage> usage(Holder holder) {
            return switch (holder) {
                case Holder.WholeTenant it -> UsageApi.getTenantUsage(it.tenant());
                case Holder.OneUser it -> UsageApi.getUserUsage(it.tenant(), it.user());
                case Holder.OneBucket it -> UsageApi.getBucketUsage(it.tenant(), it.bucket());
            };
        }
    }

    /** A command about some hours of one tenant, or of all. */
    private abstract static class OfHours extends AdminCommand {

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant (default: of all).")
        private @Nullable String tenant;

        @Option(
                names = "--from",
                required = true,
                paramLabel = "TIME",
                description = "First hour, such as 2026-11-01T00:00:00Z.")
        private String from = "";

        @Option(
                names = "--to",
                required = true,
                paramLabel = "TIME",
                description = "Hours before it, such as 2026-12-01T00:00:00Z.")
        private String to = "";

        OfHours(Terminal terminal) {
            super(terminal);
        }

        /** The id of the tenant; null for all. */
        final @Nullable String chosenTenant() {
            return tenant == null ? null : tenantId(tenant);
        }

        /** A user of the tenant, which must be given then. */
        final Member chosenMember(String user) {
            if (tenant == null) {
                throw CommandFailure.incomplete("--user needs --tenant.", "Give the tenant of the user.");
            }
            return member(tenant, user);
        }

        final String from() {
            return from;
        }

        final String to() {
            return to;
        }
    }

    @Command(
            name = "history",
            description = "Show what was stored and requested in the past: byte-hours, peaks, requests and bytes.")
    private static final class History extends OfHours {

        @Option(
                names = "--step",
                paramLabel = "STEP",
                description = "HOUR, DAY, MONTH, or ALL for the whole time (default: ${DEFAULT-VALUE}).")
        private String step = "DAY";

        @Option(
                names = "--by",
                paramLabel = "PART",
                description = "TENANT, USER or BUCKET (default: TENANT; with --user, USER).")
        private @Nullable String by;

        @Option(
                names = "--user",
                paramLabel = "USER",
                description = "The name or id of a user of the tenant, for what its buckets stored and it requested.")
        private @Nullable String user;

        History(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Paged<PageUsagePeriodView> periods = user == null ? periods(chosenTenant()) : periods(chosenMember(user));
            return showAll(
                    all(periods),
                    new Columns<UsagePeriodView>()
                            .with("START", UsagePeriodView::start)
                            .with("TENANT", UsagePeriodView::tenant)
                            .with("USER", UsagePeriodView::user)
                            .with("BUCKET", UsagePeriodView::bucket)
                            .with("BYTE-HOURS", it -> it.stored().byteHours())
                            .with("PEAK", it -> it.stored().peakBytes())
                            .with("OBJECTS", it -> it.stored().peakObjects())
                            .with("REQUESTS", it -> requests(it.traffic()))
                            .with("IN", it -> it.traffic().bytesIn())
                            .with("OUT", it -> it.traffic().bytesOut())
                            .with("HOURS", it -> recorded(it.hours()))
                            .with("FILLED", it -> it.hours().filled()));
        }

        private Paged<PageUsagePeriodView> periods(@Nullable String tenant) {
            String rows = by == null ? "TENANT" : by;
            return tenant == null
                    ? UsageApi.exportUsageHistory()
                            .from(from())
                            .to(to())
                            .step(step)
                            .by(rows)
                    : UsageApi.exportTenantUsageHistory(tenant)
                            .from(from())
                            .to(to())
                            .step(step)
                            .by(rows);
        }

        private Paged<PageUsagePeriodView> periods(Member member) {
            return UsageApi.exportUserUsageHistory(member.tenant(), member.user())
                    .from(from())
                    .to(to())
                    .step(step)
                    .by(by == null ? "USER" : by);
        }

        private static long requests(TrafficInPeriod traffic) {
            return traffic.requests().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    @Command(
            name = "export",
            description =
                    "Show metered usage, for billing: requests and bytes by hour, tenant, user, bucket and category.")
    private static final class Export extends OfHours {

        @Option(names = "--csv", description = "As comma-separated values, with a header line.")
        private boolean csv;

        Export(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = chosenTenant();
            List<MeteredView> rows = all(
                    tenant == null
                            ? MeteringApi.exportMetering().from(from()).to(to())
                            : MeteringApi.exportTenantMetering(tenant)
                                    .from(from())
                                    .to(to()));
            return csv
                    ? printCsv(rows, columns(UnaryOperator.identity(), "bytes_in", "bytes_out"))
                    : showAll(rows, columns(name -> name.toUpperCase(Locale.ROOT), "IN", "OUT"));
        }

        private static Columns<MeteredView> columns(UnaryOperator<String> heading, String in, String out) {
            return new Columns<MeteredView>()
                    .with(heading.apply("hour"), MeteredView::hour)
                    .with(heading.apply("tenant"), MeteredView::tenant)
                    .with(heading.apply("user"), MeteredView::user)
                    .with(heading.apply("bucket"), MeteredView::bucket)
                    .with(heading.apply("category"), MeteredView::category)
                    .with(heading.apply("requests"), MeteredView::requests)
                    .with(in, MeteredView::bytesIn)
                    .with(out, MeteredView::bytesOut);
        }
    }
}
