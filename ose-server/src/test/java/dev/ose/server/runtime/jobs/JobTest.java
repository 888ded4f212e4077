package dev.ose.server.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JobTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final int SECONDS = 60;

    private final RecordedJobs recorded = new RecordedJobs();

    @Test
    void failuresAreReportedOnceInARowAndTheirEndOnce() throws InterruptedException {
        IllegalStateException cause = new IllegalStateException("broken");
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(6);
        JobPlan plan = JobPlan.every("mending", Duration.ZERO);
        Job.Task task = _ -> {
            ended.countDown();
            if (runs.incrementAndGet() <= 3) {
                throw cause;
            }
        };

        try (Job _ = recorded.make().periodic(plan, task).start()) {
            assertThat(ended.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(recorded.events())
                .containsExactly(
                        new OperatorEvent.JobFailing("mending", cause), new OperatorEvent.JobRecovered("mending", 3));
    }

    @Test
    void runsAndFailuresAreCountedAndTheLastSuccessIsKept() {
        Instant now = Instant.ofEpochSecond(1_800_000_000);
        JobHealth health = new Jobs(recorded, recorded, Clock.fixed(now, ZoneOffset.UTC)).health("counted");

        health.failed(new IllegalStateException("once"));
        assertThat(health.lastSuccess()).isZero();
        health.failed(new IllegalStateException("twice"));
        health.succeeded();

        assertThat(health.runs()).isEqualTo(3);
        assertThat(health.failures()).isEqualTo(2);
        assertThat(health.lastSuccess()).isEqualTo(now.getEpochSecond());
    }

    @Test
    void healthOfAllWorkCountsFailuresInARowAndKeepsTheirLastCause() {
        Jobs jobs = recorded.make();
        JobHealth failing = jobs.health("failing");
        JobHealth recovered = jobs.health("recovered");

        failing.failed(new IllegalStateException("first"));
        failing.failed(new FailureException(new Failure.PlatformUnreachable("main")));
        recovered.failed(new IllegalStateException("once"));
        recovered.succeeded();

        assertThat(jobs.healths())
                .extracting(JobHealth::name, JobHealth::consecutiveFailures, JobHealth::lastCause)
                .containsExactly(
                        tuple("failing", 2L, "PlatformUnreachable"), tuple("recovered", 0L, "IllegalStateException"));
        assertThat(jobs.health("new").lastCause()).isEmpty();
    }

    @Test
    void jobRunsNoMoreOnceItIsClosed() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch thrice = new CountDownLatch(3);
        Job job = recorded.make()
                .periodic(JobPlan.every("closed", Duration.ZERO), _ -> {
                    runs.incrementAndGet();
                    thrice.countDown();
                })
                .start();
        assertThat(thrice.await(SECONDS, TimeUnit.SECONDS)).isTrue();

        job.close(LONG);
        int atEnd = runs.get();
        job.wake();

        assertThat(job.isStopping()).isTrue();
        assertThat(runs).hasValue(atEnd);
    }

    @Test
    void closingEndsThePauseAndMakesTheLastRun() throws InterruptedException {
        BlockingQueue<Boolean> runs = new LinkedBlockingQueue<>();
        JobPlan plan = JobPlan.every("last", LONG).delayed().withLastRun();
        Job job =
                recorded.make().periodic(plan, it -> runs.add(it.isStopping())).start();

        job.close(LONG);

        assertThat(runs).containsExactly(true);
    }

    @Test
    void wakingEndsThePauseAtOnce() throws InterruptedException {
        BlockingQueue<Boolean> runs = new LinkedBlockingQueue<>();
        try (Job job = recorded.make()
                .periodic(JobPlan.every("woken", LONG).delayed(), _ -> runs.add(true))
                .start()) {
            assertThat(runs).isEmpty();

            job.wake();

            assertThat(runs.poll(SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }
}
