package dev.ose.cli;

import dev.ose.client.Call;
import dev.ose.client.JobFailureView;
import dev.ose.client.JobView;
import dev.ose.client.JobsApi;
import dev.ose.client.NewJobRequest;
import dev.ose.client.PageJobView;
import dev.ose.client.Paged;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose jobs}. */
final class JobCommands {

    private JobCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "jobs",
                "Jobs on many objects of a bucket.",
                new Listing(terminal),
                new Start(terminal),
                new Show(terminal),
                Group.named(
                        "pause", new Change(terminal, JobsApi::pauseJob), "Pause a job after the step that it is in."),
                Group.named("resume", new Change(terminal, JobsApi::resumeJob), "Go on with a paused job."),
                Group.named(
                        "cancel",
                        new Change(terminal, JobsApi::cancelJob),
                        "Stop a job for good after the step that it is in; what it did stays done."),
                Group.named(
                        "retry",
                        new Change(terminal, JobsApi::retryJob),
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
            Paged<PageJobView> jobs = tenant == null
                    ? JobsApi.listJobs().state(state)
                    : JobsApi.listTenantJobs(tenantId(tenant)).state(state);
            return showAll(
                    ask(jobs.limit(limit.number())).items(),
                    new Columns<JobView>()
                            .with("JOB", JobView::id)
                            .with("KIND", JobView::kind)
                            .with("BUCKET", JobView::bucket)
                            .with("STATE", JobView::state)
                            .with("DONE", JobView::done)
                            .with("TOTAL", JobView::total)
                            .with("FAILED", JobView::failed)
                            .with("BY", JobView::startedBy)
                            .with("STARTED", JobView::startedAt));
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

        final Member member() {
            return member(tenant(), user);
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
            NewJobRequest job = NewJobRequest.of(bucket, String.valueOf(kind))
                    .withPrefix(prefix)
                    .withKeys(keys.isEmpty() ? null : keys)
                    .withVersions(versions ? true : null)
                    .withTarget(target)
                    .withTargetPrefix(targetPrefix);
            Member member = member();
            return showOne(JobsApi.startJob(member.tenant(), member.user(), job));
        }
    }

    /** A command about one job. */
    private abstract static class One extends OfUser {

        @Parameters(paramLabel = "JOB", description = "Id of the job.")
        private String job = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String job() {
            return job;
        }
    }

    @Command(name = "show", description = "Show a job and how far it is.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showOne(JobsApi.getJob(member.tenant(), member.user(), job()));
        }
    }

    /** The operation that changes a job. */
    @FunctionalInterface
    private interface Operation {

        Call<JobView> of(String tenant, String user, String job);
    }

    @Command
    private static final class Change extends One {

        private final Operation change;

        Change(Terminal terminal, Operation change) {
            super(terminal);
            this.change = change;
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showOne(change.of(member.tenant(), member.user(), job()));
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
            Member member = member();
            List<JobFailureView> failures = all(JobsApi.listJobFailures(member.tenant(), member.user(), job()));
            return csv
                    ? printCsv(failures, columns(UnaryOperator.identity()))
                    : showAll(failures, columns(name -> name.toUpperCase(Locale.ROOT)));
        }

        private static Columns<JobFailureView> columns(UnaryOperator<String> heading) {
            return new Columns<JobFailureView>()
                    .with(heading.apply("key"), JobFailureView::key)
                    .with(heading.apply("version"), JobFailureView::version)
                    .with(heading.apply("upload"), JobFailureView::upload)
                    .with(heading.apply("code"), JobFailureView::code)
                    .with(heading.apply("message"), JobFailureView::message)
                    .with(heading.apply("at"), JobFailureView::at);
        }
    }
}
