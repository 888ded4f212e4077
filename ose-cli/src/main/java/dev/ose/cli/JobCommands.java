package dev.ose.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose jobs}. */
final class JobCommands {

    private static final String[] FAILURE = {"key", "version", "upload", "code", "message", "at"};

    private JobCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "jobs",
                "Jobs on many objects of a bucket.",
                new Listing(terminal),
                new Start(terminal),
                new Show(terminal),
                Group.named("pause", new Change(terminal, "pause"), "Pause a job after the step that it is in."),
                Group.named("resume", new Change(terminal, "resume"), "Go on with a paused job."),
                Group.named(
                        "cancel",
                        new Change(terminal, "cancel"),
                        "Stop a job for good after the step that it is in; what it did stays done."),
                Group.named(
                        "retry",
                        new Change(terminal, "retry"),
                        "Retry the failures of a finished job, then continue from where it stopped."),
                new Failures(terminal));
    }

    @Command(name = "list", description = "Show the newest jobs.")
    private static final class Listing extends AdminCommand {

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant (default: of all).")
        private @Nullable String tenant;

        @Option(names = "--state", paramLabel = "STATE", description = "Only in this state, such as running.")
        private String state = "";

        @Mixin
        private LimitOption limit = new LimitOption();

        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String path = tenant == null ? "/api/v1/admin/jobs" : tenantPath(tenant) + "/jobs";
            JsonNode jobs = get(path + "?state=" + encoded(state) + '&' + limit.parameter())
                    .path("items");
            show(jobs, it -> new Table("JOB", "KIND", "BUCKET", "STATE", "DONE", "TOTAL", "FAILED", "BY", "STARTED")
                    .rows(it, "id", "kind", "bucket", "state", "done", "total", "failed", "startedBy", "startedAt"));
            return ExitCode.DONE;
        }
    }

    /** A command about jobs in the name of a user. */
    private abstract static class OfUser extends UserCommands.OfTenant {

        @Option(
                names = "--user",
                required = true,
                paramLabel = "USER",
                description = "Name of the user in whose name the job runs.")
        private String user = "";

        OfUser(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return userPath(tenant(), user) + "/jobs";
        }
    }

    /** The kinds of jobs that {@code ose jobs start} can start. */
    private enum Kind {
        EMPTY_BUCKET,
        DELETE_OBJECTS,
        RESTORE_OBJECTS,
        COPY_OBJECTS,
        MOVE_OBJECTS
    }

    @Command(name = "start", description = "Start a job with the rights of a user; shows the job.")
    private static final class Start extends OfUser {

        @Option(
                names = "--kind",
                required = true,
                paramLabel = "KIND",
                description = "What it does: ${COMPLETION-CANDIDATES}.")
        private @Nullable Kind kind;

        @Option(names = "--bucket", required = true, paramLabel = "BUCKET", description = "The bucket of the objects.")
        private String bucket = "";

        @Option(names = "--prefix", paramLabel = "TEXT", description = "Only keys that begin so.")
        private @Nullable String prefix;

        @Option(
                names = "--key",
                paramLabel = "KEY",
                description = "Only this object; may be repeated. With --prefix, keys begin with it.")
        private List<String> keys = List.of();

        @Option(
                names = "--versions",
                description = "With DELETE_OBJECTS: delete all versions for good instead of hiding them.")
        private boolean versions;

        @Option(
                names = "--target",
                paramLabel = "BUCKET",
                description =
                        "With COPY_OBJECTS and MOVE_OBJECTS: the bucket of the copies (default: that of the objects).")
        private @Nullable String target;

        @Option(
                names = "--target-prefix",
                paramLabel = "TEXT",
                description = "With COPY_OBJECTS and MOVE_OBJECTS: what replaces the prefix (default: the prefix).")
        private @Nullable String targetPrefix;

        Start(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Map<String, @Nullable Object> job = new LinkedHashMap<>();
            job.put("kind", kind);
            job.put("bucket", bucket);
            job.put("prefix", prefix);
            job.put("keys", keys.isEmpty() ? null : keys);
            job.put("versions", versions ? true : null);
            job.put("target", target);
            job.put("targetPrefix", targetPrefix);
            return showOne(post(path(), job));
        }
    }

    /** A command about one job. */
    private abstract static class One extends OfUser {

        @Parameters(paramLabel = "JOB", description = "Id of the job.")
        private String job = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String onePath() {
            return path() + '/' + encoded(job);
        }
    }

    @Command(name = "show", description = "Show a job and how far it is.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(onePath()));
        }
    }

    @Command
    private static final class Change extends One {

        private final String change;

        Change(Terminal terminal, String change) {
            super(terminal);
            this.change = change;
        }

        @Override
        ExitCode perform() {
            return showOne(post(onePath() + '/' + change, null));
        }
    }

    @Command(name = "failures", description = "Show what a job could not do.")
    private static final class Failures extends One {

        @Option(names = "--csv", description = "As comma-separated values with a header line.")
        private boolean csv;

        Failures(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode failures = all(onePath() + "/failures");
            if (csv) {
                terminal().out().print(String.join(",", FAILURE) + "\r\n");
                failures.forEach(failure -> terminal().out().print(Table.csv(failure, FAILURE)));
                terminal().out().flush();
            } else {
                show(failures, it -> new Table("KEY", "VERSION", "UPLOAD", "CODE", "MESSAGE", "AT").rows(it, FAILURE));
            }
            return ExitCode.DONE;
        }
    }
}
