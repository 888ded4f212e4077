package dev.ose.cli;

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
import tools.jackson.databind.node.ArrayNode;
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
                new Access(terminal),
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
            String chosen = prefix == null ? "" : "prefix=" + encoded(prefix) + "&";
            show(all(tenantPath(tenant()) + "/buckets", chosen), it -> new Table(
                            "NAME", "OWNER", "REGION", "CREATED", "OBJECTS", "BYTES", "QUOTA USED %")
                    .rows(it, "name", "ownerName", "region", "createdAt", "objects", "takenBytes", "quotaPercent"));
            return ExitCode.DONE;
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
            return showOne(get("/api/v1/admin/bucket-names/" + encoded(name)));
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

        final String path() {
            return bucketPath(tenant(), name);
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
            ObjectNode wanted = (ObjectNode) Json.object(
                    "name",
                    name(),
                    "owner",
                    get(userPath(tenant(), owner)).path("id").asString(),
                    "versioning",
                    isVersioned || isLocked ? "ENABLED" : "DISABLED");
            if (isLocked || mode != null || days != null || years != null) {
                ObjectNode lock = wanted.putObject("objectLock").put("enabled", isLocked);
                lock.put("mode", mode).put("days", days).put("years", years);
            }
            tags.forEach((key, value) ->
                    wanted.withArray("tags").addObject().put("key", key).put("value", value));
            if (isBlocked) {
                wanted.putObject("publicAccessBlock")
                        .put("blockPublicAcls", true)
                        .put("ignorePublicAcls", true)
                        .put("blockPublicPolicy", true)
                        .put("restrictPublicBuckets", true);
            }
            if (maxBytes != null || maxObjects != null) {
                wanted.putObject("quota").put("maxBytes", maxBytes).put("maxObjects", maxObjects);
            }
            return showOne(post(tenantPath(tenant()) + "/buckets", wanted));
        }
    }

    @Command(name = "show", description = "Show one bucket with its settings, and what it holds.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode bucket = get(path());
            ObjectNode both = ((ObjectNode) bucket).deepCopy();
            both.remove("usage");
            both.setAll((ObjectNode) get(path() + "/usage"));
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
            ObjectNode question = (ObjectNode) Json.object("principal", principal(), "action", action);
            if (key != null) {
                question.put("key", key);
            }
            ObjectNode context = question.putObject("context").put("secureTransport", !isPlain);
            if (version != null) {
                context.put("versionId", version);
            }
            if (source != null) {
                context.put("sourceIp", source);
            }
            JsonNode answer = post(path() + "/access-check", question);
            show(answer, CheckAccess::table);
            return ExitCode.DONE;
        }

        private String principal() {
            return ID.matcher(principal).matches()
                    ? principal
                    : get(userPath(tenant(), principal)).path("id").asString();
        }

        private static Table table(JsonNode answer) {
            Table table = new Table("DECISION", "LAYER", "CODE", "ACTION", "DOCUMENT", "STATEMENT", "EXPLANATION");
            for (JsonNode reason : answer.path("reasons")) {
                JsonNode statement = reason.path("statement");
                table.row(
                        Table.text(answer.path("decision")),
                        Table.text(reason.path("layer")),
                        Table.text(reason.path("code")),
                        Table.text(reason.path("action")),
                        Table.text(reason.path("document")),
                        Table.text(statement.has("sid") ? statement.path("sid") : statement.path("position")),
                        Table.text(reason.has("grant") ? reason.path("grant") : reason.path("explanation")));
            }
            return table;
        }
    }

    @Command(
            name = "access",
            description = "Show who may list a bucket and change its policy, or with --key read, write and delete an"
                    + " object: the owner, the public, users of the tenant, and whom policy and ACL name.")
    private static final class Access extends One {

        @Option(names = "--key", paramLabel = "KEY", description = "The object.")
        private @Nullable String key;

        Access(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(get(path() + "/access" + (key == null ? "" : "?key=" + encoded(key))), Access::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode answer) {
            Table table = new Table("KIND", "PRINCIPAL", "ACTION", "DECISION", "BECAUSE");
            for (JsonNode entry : answer.path("principals")) {
                for (JsonNode access : entry.path("access")) {
                    String codes = access.path("reasons")
                            .valueStream()
                            .map(reason -> reason.path("code").asString())
                            .collect(Collectors.joining(", "));
                    table.row(
                            Table.text(entry.path("kind")),
                            Table.text(entry.path("principal")),
                            Table.text(access.path("action")),
                            Table.text(access.path("decision")),
                            codes);
                }
            }
            return table;
        }
    }

    @Command(
            name = "adopt",
            description = "Take over the buckets that a user has on the platform only; each is then compared with the"
                    + " platform. Exits with 6 if some could not be taken over, or their grants could not be read.")
    private static final class Adopt extends UserCommands.OfTenant {

        private static final Set<String> TAKEN_OVER = Set.of("ADOPTED", "KNOWN");

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
            JsonNode adopted = adoptAll(userPath(tenant(), user) + "/buckets/adopt");
            show(adopted, it -> new Table("BUCKET", "OUTCOME", "SHARING").rows(it, "bucket", "outcome", "sharing"));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            boolean isWhole = adopted.valueStream()
                    .allMatch(it -> TAKEN_OVER.contains(it.path("outcome").asString())
                            && !it.path("sharing").asString("").equals("UNREAD"));
            return isWhole ? ExitCode.DONE : ExitCode.UNKNOWN;
        }

        private JsonNode adoptAll(String path) {
            ArrayNode all = (ArrayNode) Json.tree(List.of());
            String after = "";
            do {
                JsonNode page = post(path, Json.object("after", after, "limit", PAGE, "dryRun", dryRun.isAskedFor()));
                page.path("buckets").forEach(all::add);
                after = page.path("next").asString("");
            } while (!after.isEmpty());
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
            String to = get(userPath(tenant(), newOwner)).path("id").asString();
            String from = get(path()).path("owner").asString();
            if (!dryRun.isAskedFor()) {
                put(path() + "/owner", Json.object("user", to));
            }
            show(Json.object("from", from, "to", to), it -> new Table("FROM", "TO").row(from, to));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }
    }
}
