package dev.ose.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LookupCacheTest {

    private final AtomicLong nanos = new AtomicLong(TimeUnit.DAYS.toNanos(1));
    private final CacheValidity freshness = new CacheValidity(nanos::get);
    private final AtomicInteger loads = new AtomicInteger();

    @Test
    void knownKeyIsLoadedOnce() {
        LookupCache<String, String> cache = cache(Optional.of("value"));

        assertThat(cache.find("key").join()).contains("value");
        assertThat(cache.find("key").isDone()).isTrue();
        assertThat(loads).hasValue(1);
    }

    @Test
    void absenceIsRememberedForFiveSeconds() {
        LookupCache<String, String> cache = cache(Optional.empty());

        assertThat(cache.find("key").join()).isEmpty();
        assertThat(cache.find("key").join()).isEmpty();
        assertThat(loads).hasValue(1);
        nanos.addAndGet(LookupCache.ABSENCE.toNanos() + 1);
        assertThat(cache.find("key").join()).isEmpty();
        assertThat(loads).hasValue(2);
    }

    @Test
    void guessedKeysPushNoKnownKeyOut() {
        LookupCache<Integer, String> cache = new LookupCache<>(
                key -> {
                    loads.incrementAndGet();
                    return key == 0 ? Optional.of("good") : Optional.empty();
                },
                freshness);
        cache.find(0).join();

        for (int guess = 1; guess <= 60_000; guess++) {
            cache.find(guess).join();
        }

        assertThat(cache.find(0).isDone()).isTrue();
        assertThat(loads).hasValue(60_001);
    }

    @Test
    void entryLivesFifteenMinutesFromWhenItWasLastKnownGood() {
        LookupCache<String, String> cache = cache(Optional.of("value"));
        cache.find("key").join();
        nanos.addAndGet(Duration.ofMinutes(14).toNanos());
        freshness.inStepAt(nanos.get());

        nanos.addAndGet(Duration.ofMinutes(15).toNanos());
        cache.find("key").join();
        assertThat(loads).hasValue(1);
        nanos.addAndGet(1);
        cache.find("key").join();

        assertThat(loads).hasValue(2);
    }

    @Test
    void failureIsHandedOnAndNotRemembered() {
        FailureException away = new FailureException(new Failure.MetadataUnavailable());
        LookupCache<String, String> cache = new LookupCache<>(
                key -> {
                    if (loads.incrementAndGet() == 1) {
                        throw away;
                    }
                    return Optional.of("value");
                },
                freshness);

        assertThatThrownBy(() -> cache.find("key").join())
                .isInstanceOf(CompletionException.class)
                .hasCause(away);
        assertThat(cache.find("key").join()).contains("value");
    }

    @Test
    void manyWhoAskAtOnceShareOneLoad() throws Exception {
        Gate gate = new Gate();
        LookupCache<String, String> cache = new LookupCache<>(gate::load, freshness);
        List<CompletableFuture<Optional<String>>> asked = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            asked.add(cache.find("key"));
        }

        gate.answerNext("value");

        assertThat(asked).allSatisfy(answer -> assertThat(answer.join()).contains("value"));
        assertThat(gate.waiting).isEmpty();
    }

    @Test
    void loadThatBeganBeforeAChangeIsNeverRemembered() throws Exception {
        List<Consumer<LookupCache<String, String>>> changes = List.of(
                cache -> cache.forget("key"),
                cache -> cache.forgetKeys("key"::equals),
                cache -> cache.forgetValues("old"::equals),
                LookupCache::forgetAll);
        for (var change : changes) {
            Gate gate = new Gate();
            LookupCache<String, String> cache = new LookupCache<>(gate::load, freshness);
            CompletableFuture<Optional<String>> early = cache.find("key");
            CompletableFuture<Optional<String>> reply = gate.next();

            change.accept(cache);
            CompletableFuture<Optional<String>> late = cache.find("key");
            gate.answerNext("new");
            assertThat(late.join()).contains("new");
            reply.complete(Optional.of("old"));

            assertThat(early.join()).contains("old");
            assertThat(cache.find("key").join()).contains("new");
            assertThat(gate.waiting).isEmpty();
        }
    }

    @Test
    void loadThatEndsAfterAChangeAloneIsNotRemembered() throws Exception {
        Gate gate = new Gate();
        LookupCache<String, String> cache = new LookupCache<>(gate::load, freshness);
        CompletableFuture<Optional<String>> early = cache.find("key");
        CompletableFuture<Optional<String>> reply = gate.next();

        cache.forget("key");
        reply.complete(Optional.of("old"));
        early.join();
        CompletableFuture<Optional<String>> late = cache.find("key");
        gate.answerNext("new");

        assertThat(late.join()).contains("new");
    }

    /** Lookups of keys with this prefix block until released. */
    private LookupCache<String, String> cacheThatHangsOn(
            String beginning, CompletableFuture<Void> mayEnd, Function<String, Object> share) {
        return new LookupCache<>(
                key -> {
                    loads.incrementAndGet();
                    if (key.startsWith(beginning)) {
                        mayEnd.join();
                    }
                    return Optional.of(key);
                },
                share,
                freshness);
    }

    private static void assertAllFound(List<CompletableFuture<Optional<String>>> lookUps) {
        for (CompletableFuture<Optional<String>> each : lookUps) {
            assertThat(each.orTimeout(60, TimeUnit.SECONDS).join()).isPresent();
        }
    }

    /** Thousands of unknown names from one tenant delay no other tenant. */
    @Test
    void lookUpsOfOneShareLeaveRoomForOthers() {
        CompletableFuture<Void> mayEnd = new CompletableFuture<>();
        LookupCache<String, String> cache = cacheThatHangsOn("greedy", mayEnd, key -> key.split("/", 2)[0]);
        List<CompletableFuture<Optional<String>>> greedy = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            greedy.add(cache.find("greedy/" + i));
        }

        assertThat(cache.find("modest/1").orTimeout(60, TimeUnit.SECONDS).join())
                .contains("modest/1");

        assertThat(greedy).noneMatch(CompletableFuture::isDone);
        mayEnd.complete(null);
        assertAllFound(greedy);
    }

    /** A request that joins a lookup waits in its own line, not behind the first one's other lookups. */
    @Test
    void lookUpThatAFlooderWaitsForIsMadeForAShareThatJoinsIt() {
        CompletableFuture<Void> mayEnd = new CompletableFuture<>();
        LookupCache<String, String> cache = cacheThatHangsOn("guess", mayEnd, key -> key);
        List<CompletableFuture<Optional<String>>> guesses = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            guesses.add(cache.find("guess" + i, _ -> "stranger"));
        }
        CompletableFuture<Optional<String>> first = cache.find("key", _ -> "stranger");

        assertThat(cache.find("key", _ -> "owner")
                        .orTimeout(60, TimeUnit.SECONDS)
                        .join())
                .contains("key");

        assertThat(first.join()).contains("key");
        cache.forget("key");
        mayEnd.complete(null);
        assertAllFound(guesses);
        assertAllFound(List.of(cache.find("behind all these", _ -> "stranger")));
        // The second line was served as well, with nothing left to do.
        assertThat(loads).hasValue(102);
    }

    /** Made-up keys of one client do not block the lookups of others, although keys do not identify a share. */
    @Test
    void lookUpsOnOneAccountLeaveRoomForOthers() {
        CompletableFuture<Void> mayEnd = new CompletableFuture<>();
        LookupCache<String, String> cache = cacheThatHangsOn("guess", mayEnd, key -> key);
        List<CompletableFuture<Optional<String>>> guesses = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            guesses.add(cache.find("guess" + i, _ -> "stranger"));
        }

        assertThat(cache.find("key", _ -> "tenant")
                        .orTimeout(60, TimeUnit.SECONDS)
                        .join())
                .contains("key");

        assertThat(guesses).noneMatch(CompletableFuture::isDone);
        mayEnd.complete(null);
        assertAllFound(guesses);
    }

    private LookupCache<String, String> cache(Optional<String> answer) {
        return new LookupCache<>(
                key -> {
                    loads.incrementAndGet();
                    return answer;
                },
                freshness);
    }

    /** A loader that returns on demand. */
    private static final class Gate {
        private final BlockingQueue<CompletableFuture<Optional<String>>> waiting = new LinkedBlockingQueue<>();

        Optional<String> load(String key) {
            CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
            waiting.add(answer);
            return answer.join();
        }

        CompletableFuture<Optional<String>> next() throws InterruptedException {
            CompletableFuture<Optional<String>> next = waiting.poll(60, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        }

        void answerNext(String value) throws InterruptedException {
            next().complete(Optional.of(value));
        }
    }
}
