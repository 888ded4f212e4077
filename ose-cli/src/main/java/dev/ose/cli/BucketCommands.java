package dev.ose.cli;

import dev.ose.client.AccessCheckRequest;
import dev.ose.client.AccessSummary;
import dev.ose.client.AccessView;
import dev.ose.client.AdoptedBucket;
import dev.ose.client.AdoptionApi;
import dev.ose.client.AdoptionPart;
import dev.ose.client.AdoptionReport;
import dev.ose.client.BucketAdoptionOutcome;
import dev.ose.client.BucketsApi;
import dev.ose.client.Context;
import dev.ose.client.Entry;
import dev.ose.client.ListedBucketView;
import dev.ose.client.NewBlock;
import dev.ose.client.NewBucketRequest;
import dev.ose.client.NewLimits;
import dev.ose.client.NewLock;
import dev.ose.client.NewOwner;
import dev.ose.client.NewTag;
import dev.ose.client.NewVersioning;
import dev.ose.client.Reason;
import dev.ose.client.SharingAdoptionOutcome;
import dev.ose.client.StatementView;
import dev.ose.client.UsageApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code ose bucket}. */
final class BucketCommands {

    private BucketCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "bucket",
                "Buckets of a tenant; S3 clients create them, too, and delete them.",
                new ListAll(terminal),
                new Create(terminal),
                new Show(terminal),
                new CheckName(terminal),
                new CheckAccess(terminal),
                new ShowAccess(terminal),
                new Adopt(terminal),
                new Transfer(terminal));
    }

    @Command(name = "list", description = "Show the buckets of a tenant.")
    private static final class ListAll extends UserCommands.OfTenant {

        @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names with this prefix.")
        private @Nullable String prefix;

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(BucketsApi.listBuckets(tenantId()).prefix(prefix)),
                    new Columns<ListedBucketView>()
                            .with("NAME", ListedBucketView::name)
                            .with("OWNER", ListedBucketView::ownerName)
                            .with("REGION", ListedBucketView::region)
                            .with("CREATED", ListedBucketView::createdAt)
                            .with("OBJECTS", ListedBucketView::objects)
                            .with("BYTES", ListedBucketView::takenBytes)
                            .with("QUOTA USED %", ListedBucketView::quotaPercent));
        }
    }

    @Command(
            name = "check-name",
            description = "Show whether a bucket of a name can be created: free, taken or invalid.")
    private static final class CheckName extends AdminCommand {

        @Parameters(paramLabel = "BUCKET", description = "The name.")
        private String name = "";

        CheckName(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(BucketsApi.checkBucketName(name));
        }
    }

    /** One bucket. */
    abstract static class One extends UserCommands.OfTenant {

        @Parameters(paramLabel = "BUCKET", description = "Its name.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }
    }

    @Command(
            name = "create",
            description = "Create a bucket with its settings: if one cannot be set, the bucket is removed again.")
    private static final class Create extends One {

        @Option(names = "--owner", required = true, paramLabel = "USER", description = "Name of its owner.")
        private String owner = "";

        @Option(names = "--versioning", description = "Keep versions.")
        private boolean isVersioned;

        @Option(names = "--object-lock", description = "Enable object lock, which keeps versions, for good.")
        private boolean isLocked;

        @Option(
                names = "--retention",
                paramLabel = "MODE",
                description = "With --object-lock: GOVERNANCE or COMPLIANCE for new versions.")
        private @Nullable String mode;

        @Option(names = "--retention-days", paramLabel = "DAYS", description = "Length of that retention.")
        private @Nullable Integer days;

        @Option(names = "--retention-years", paramLabel = "YEARS", description = "The same in years.")
        private @Nullable Integer years;

        @Option(names = "--tag", paramLabel = "KEY=VALUE", description = "A tag; may be repeated.")
        private Map<String, String> tags = Map.of();

        @Option(names = "--block-public-access", description = "Enable the four public access blocks.")
        private boolean isBlocked;

        @Option(
                names = "--bytes",
                converter = Size.class,
                paramLabel = "SIZE",
                description = "Quota, such as 500GB or 10TiB.")
        private @Nullable Long maxBytes;

        @Option(names = "--objects", paramLabel = "NUMBER", description = "Quota of newest versions.")
        private @Nullable Long maxObjects;

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member(tenant(), owner);
            NewBucketRequest wanted = NewBucketRequest.of(name())
                    .withOwner(member.user())
                    .withVersioning(isVersioned || isLocked ? NewVersioning.ENABLED : NewVersioning.DISABLED);
            if (isLocked || mode != null || days != null || years != null) {
                wanted = wanted.withObjectLock(
                        NewLock.of(isLocked).withMode(mode).withDays(days).withYears(years));
            }
            if (!tags.isEmpty()) {
                wanted = wanted.withTags(tags.entrySet().stream()
                        .map(tag -> NewTag.of(tag.getKey()).withValue(tag.getValue()))
                        .toList());
            }
            if (isBlocked) {
                wanted = wanted.withPublicAccessBlock(NewBlock.of()
                        .withBlockPublicAcls(true)
                        .withIgnorePublicAcls(true)
                        .withBlockPublicPolicy(true)
                        .withRestrictPublicBuckets(true));
            }
            if (maxBytes != null || maxObjects != null) {
                wanted = wanted.withQuota(NewLimits.of().withMaxBytes(maxBytes).withMaxObjects(maxObjects));
            }
            return showOne(BucketsApi.createBucket(member.tenant(), wanted));
        }
    }

    @Command(name = "show", description = "Show one bucket with its settings, and what it holds.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = tenantId();
            JsonNode bucket = ask(BucketsApi.getBucket(tenant, name())).json();
            ObjectNode both = ((ObjectNode) bucket).deepCopy();
            both.remove("usage");
            both.setAll(
                    (ObjectNode) ask(UsageApi.getBucketUsage(tenant, name())).json());
            return showOne(both);
        }
    }

    @Command(
            name = "check-access",
            description = "Show whether a principal may perform an action on a bucket or object, and why. Nothing is"
                    + " performed. Exits with 0 whatever the decision is: ALLOW, DENY or UNKNOWN.")
    private static final class CheckAccess extends One {

        private static final Pattern ID = Pattern.compile("anonymous|arn:.*|[0-9a-f]{64}");

        @Option(
                names = "--principal",
                required = true,
                paramLabel = "PRINCIPAL",
                description = "Name of a user of the tenant, anonymous, a canonical id, or the ARN of a user.")
        private String principal = "";

        @Option(
                names = "--action",
                required = true,
                paramLabel = "ACTION",
                description = "Action of S3, such as s3:GetObject.")
        private String action = "";

        @Option(names = "--key", paramLabel = "KEY", description = "The object, for an action on objects.")
        private @Nullable String key;

        @Option(names = "--version-id", paramLabel = "ID", description = "Version of the object.")
        private @Nullable String version;

        @Option(names = "--source-ip", paramLabel = "ADDRESS", description = "Address of the client.")
        private @Nullable String source;

        @Option(names = "--plain-http", description = "As a request without TLS; with TLS otherwise.")
        private boolean isPlain;

        CheckAccess(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Context context = Context.of().withSecureTransport(!isPlain);
            if (version != null) {
                context = context.withVersionId(version);
            }
            if (source != null) {
                context = context.withSourceIp(source);
            }
            AccessCheckRequest question =
                    AccessCheckRequest.of(action, principal()).withContext(context);
            if (key != null) {
                question = question.withKey(key);
            }
            AccessView answer = ask(BucketsApi.checkAccess(tenantId(), name(), question));
            show(answer.json(), json -> table(answer));
            return ExitCode.DONE;
        }

        private String principal() {
            return ID.matcher(principal).matches()
                    ? principal
                    : member(tenant(), principal).user();
        }

        private static Table table(AccessView answer) {
            return new Columns<Reason>()
                    .with("DECISION", reason -> answer.decision())
                    .with("LAYER", Reason::layer)
                    .with("CODE", Reason::code)
                    .with("ACTION", Reason::action)
                    .with("DOCUMENT", Reason::document)
                    .with("STATEMENT", reason -> statement(reason.statement()))
                    .with("EXPLANATION", reason -> reason.grant() == null ? reason.explanation() : reason.grant())
                    .table(answer.reasons());
        }

        private static @Nullable Object statement(StatementView statement) {
            if (!statement.isPresent()) {
                return null;
            }
            return statement.sid() == null ? statement.position() : statement.sid();
        }
    }

    @Command(
            name = "access",
            description = "Show who may list a bucket and change its policy, or with --key read, write and delete an"
                    + " object: the owner, the public, users of the tenant, and whom policy and ACL name.")
    private static final class ShowAccess extends One {

        @Option(names = "--key", paramLabel = "KEY", description = "The object.")
        private @Nullable String key;

        ShowAccess(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            AccessSummary answer = ask(BucketsApi.showAccess(tenantId(), name()).key(key));
            show(answer.json(), json -> table(answer));
            return ExitCode.DONE;
        }

        private static Table table(AccessSummary answer) {
            Table table = new Table("KIND", "PRINCIPAL", "ACTION", "DECISION", "BECAUSE");
            for (Entry entry : answer.principals()) {
                entry.access()
                        .forEach(access -> table.row(
                                entry.kind(),
                                entry.principal(),
                                access.action(),
                                access.decision(),
                                access.reasons().stream().map(Reason::code).collect(Collectors.joining(", "))));
            }
            return table;
        }
    }

    @Command(
            name = "adopt",
            description = "Take over the buckets that a user has on the platform only; each is then compared with the"
                    + " platform. Exits with 6 if some could not be taken over, or their grants could not be read.")
    private static final class Adopt extends UserCommands.OfTenant {

        private static final Set<String> TAKEN_OVER =
                Set.of(BucketAdoptionOutcome.ADOPTED, BucketAdoptionOutcome.KNOWN);

        @Option(names = "--user", required = true, paramLabel = "USER", description = "Name of the user.")
        private String user = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        /** Small enough for the platform to report on all of them within the request's time limit. */
        private static final int PAGE = 10;

        Adopt(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            List<AdoptedBucket> adopted = adoptAll(member(tenant(), user));
            showAll(
                    adopted,
                    new Columns<AdoptedBucket>()
                            .with("BUCKET", AdoptedBucket::bucket)
                            .with("OUTCOME", AdoptedBucket::outcome)
                            .with("SHARING", AdoptedBucket::sharing));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            boolean isWhole = adopted.stream()
                    .allMatch(it ->
                            TAKEN_OVER.contains(it.outcome()) && !SharingAdoptionOutcome.UNREAD.equals(it.sharing()));
            return isWhole ? ExitCode.DONE : ExitCode.UNKNOWN;
        }

        private List<AdoptedBucket> adoptAll(Member member) {
            List<AdoptedBucket> all = new ArrayList<>();
            @Nullable String after = "";
            while (after != null) {
                AdoptionPart part =
                        AdoptionPart.of().withAfter(after).withLimit(PAGE).withDryRun(dryRun.isAskedFor());
                AdoptionReport report = ask(AdoptionApi.adoptBuckets(member.tenant(), member.user(), part));
                all.addAll(report.buckets());
                after = report.next();
            }
            return all;
        }
    }

    @Command(
            name = "transfer",
            description =
                    "Transfer a bucket to another user of its tenant, whose usage and quota then include its contents."
                            + " With --dry-run only check that both exist.")
    private static final class Transfer extends One {

        @Option(names = "--to", required = true, paramLabel = "USER", description = "Name of the new owner.")
        private String newOwner = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Transfer(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member(tenant(), newOwner);
            String to = member.user();
            String from = Table.text(
                    ask(BucketsApi.getBucket(member.tenant(), name())).owner());
            if (!dryRun.isAskedFor()) {
                ask(BucketsApi.transferBucket(member.tenant(), name(), NewOwner.of(to)));
            }
            show(Json.object("from", from, "to", to), it -> new Table("FROM", "TO").row(from, to));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }
    }
}
