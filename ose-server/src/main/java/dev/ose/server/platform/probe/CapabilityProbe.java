package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.transfer.BlockingTransport;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tests the capabilities of a platform with a user and buckets of its own, and removes these afterwards; after an
 * interruption the next probe with the same mark removes them. Sends about eighty small requests, one after the other.
 */
public final class CapabilityProbe {

    private static final String NAME = "ose-probe";

    /** Far more than a responsive platform needs. */
    private static final long TRIAL_NANOS = TimeUnit.MINUTES.toNanos(4);

    private static final long REMOVAL_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final PlatformAdministration administration;
    private final BlockingTransport transport;
    private final Clock clock;

    public CapabilityProbe(PlatformAdministration administration, BlockingTransport transport, Clock clock) {
        this.administration = administration;
        this.transport = transport;
        this.clock = clock;
    }

    /**
     * Probes the platform. Blocks for six minutes at most; a second with a platform nearby.
     *
     * @param mark identifies the resources that it creates
     * @param isStopped whether the node is stopping: then it only cleans up
     */
    public ProbeResult run(Platform platform, UUID mark, BooleanSupplier isStopped) {
        Guest guest;
        try {
            guest = enter(platform, mark);
        } catch (FailureException e) {
            return unknown("There is no user for the probe: " + name(e) + ".");
        }
        Map<Capability, CheckResult> results = new EnumMap<>(Capability.class);
        String problem = attempt("The checks were interrupted: ", () -> tryAll(guest, mark, isStopped, results));
        String left = attempt("The traces of the probe remain: ", () -> leave(guest, mark));
        CapabilityCheck.ALL.forEach(trial -> results.putIfAbsent(trial.capability(), CheckResult.UNKNOWN));
        return new ProbeResult(results, (problem + ' ' + left).strip());
    }

    /** The problem that the work reports, or its failure. */
    private static String attempt(String prefix, Supplier<String> work) {
        try {
            return work.get();
        } catch (FailureException e) {
            return prefix + name(e) + '.';
        }
    }

    private static String name(FailureException e) {
        return FailureException.codeOf(e);
    }

    private static ProbeResult unknown(String problem) {
        Map<Capability, CheckResult> results = new EnumMap<>(Capability.class);
        CapabilityCheck.ALL.forEach(trial -> results.put(trial.capability(), CheckResult.UNKNOWN));
        return new ProbeResult(results, problem);
    }

    private record Guest(PlatformUserId user, ProbeBucket.Visit visit) {}

    private Guest enter(Platform platform, UUID mark) {
        TenantId tenant = new TenantId(mark);
        PlatformTenant there = administration.createTenant(platform.id(), tenant, NAME);
        User user = new User(
                new UserId(mark),
                tenant,
                NAME,
                Role.TENANT_USER,
                Status.ACTIVE,
                new CanonicalId("0".repeat(64)),
                Instant.EPOCH);
        PlatformUserId id =
                administration.createUser(platform.id(), there.id(), user).id();
        List<PlatformKey> keys = administration.listKeys(platform.id(), id);
        PlatformKey key = keys.isEmpty() ? administration.createKey(platform.id(), id) : keys.getFirst();
        return new Guest(
                id,
                new ProbeBucket.Visit(platform.at(there.s3Endpoint()), there.id(), key, transport, clock, () -> false));
    }

    private String tryAll(Guest guest, UUID mark, BooleanSupplier isStopped, Map<Capability, CheckResult> results) {
        long end = System.nanoTime() + TRIAL_NANOS;
        ProbeBucket site = ProbeBuckets.of(
                guest.visit().until(() -> isStopped.getAsBoolean() || System.nanoTime() - end > 0), mark);
        if (!isAdmitted(guest, mark)) {
            return "The platform has a bucket of others by the name of the probe's.";
        }
        String left = ProbeBuckets.remove(site);
        if (!left.isEmpty()) {
            return left;
        }
        ProbeAnswer made = site.ask(ProbeBuckets.creation(site));
        if (!made.isDone()) {
            return "The platform created no bucket for the probe: " + made.status() + ".";
        }
        for (CapabilityCheck trial : CapabilityCheck.ALL) {
            results.put(trial.capability(), trial.attempt().test(site) ? CheckResult.YES : CheckResult.NO);
        }
        return "";
    }

    /** To both buckets; it ends with the user. */
    private boolean isAdmitted(Guest guest, UUID mark) {
        Platform platform = guest.visit().platform();
        ProbeBucket site = ProbeBuckets.of(guest.visit(), mark);
        return Stream.of(site, ProbeBuckets.locked(site))
                .allMatch(bucket -> administration.admitToBucket(platform.id(), guest.user(), bucket.bucket()));
    }

    private String leave(Guest guest, UUID mark) {
        long end = System.nanoTime() + REMOVAL_NANOS;
        ProbeBucket site = ProbeBuckets.of(guest.visit().until(() -> System.nanoTime() - end > 0), mark);
        String left = ProbeBuckets.remove(site);
        if (left.isEmpty()) {
            Platform platform = guest.visit().platform();
            administration.deleteUser(platform.id(), guest.user());
            administration.deleteTenant(platform.id(), guest.visit().tenant());
        }
        return left;
    }
}
