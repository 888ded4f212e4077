package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.aws.AwsRegistry.Stored;
import dev.ose.adapter.aws.AwsTenantRecord.Action;
import dev.ose.adapter.aws.AwsTenantRecord.Event;
import dev.ose.adapter.aws.AwsTenantRecord.State;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.organizations.model.CreateAccountState;
import software.amazon.awssdk.services.organizations.model.CreateAccountStatus;

/**
 * Leads tenants to their accounts, step by step. Each step is noted in the tenant's record before and after it, and the
 * next call goes on where the last one was cut off. One order of an account is sent for a tenant: by the node whose
 * note of
 * it was written, with an address that AWS has once.
 */
final class AwsOnboarding {

    private static final int MAX_STEPS = 16;

    /** An order of which AWS knows nothing after this time was never sent. */
    private static final Duration LOST = Duration.ofMinutes(15);

    private final AwsRegistry registry;
    private final AwsClients clients;
    private final AwsAccounts organisation;
    private final AwsPlatformConfig config;
    private final Clock clock;

    AwsOnboarding(
            AwsRegistry registry, AwsClients clients, AwsAccounts organisation, AwsPlatformConfig config, Clock clock) {
        this.registry = registry;
        this.clients = clients;
        this.organisation = organisation;
        this.config = config;
        this.clock = clock;
    }

    /** The tenant, if it has its account. */
    Optional<AwsTenantRecord> find(PlatformTenantId tenant) {
        return look(tenant).map(Stored::content).filter(record -> record.state() == State.READY);
    }

    private Optional<Stored<AwsTenantRecord>> look(PlatformTenantId tenant) {
        return AwsNames.isTenant(tenant)
                ? registry.find(AwsNames.recordOf(tenant), AwsTenantRecord::read)
                : Optional.empty();
    }

    /** Leads the tenant to its account, as far as it is not there. */
    AwsTenantRecord enable(PlatformTenantId tenant, String name) {
        for (int step = 0; step < MAX_STEPS; step++) {
            Optional<Stored<AwsTenantRecord>> stored = look(tenant);
            if (stored.isEmpty()) {
                begin(tenant, name);
            } else if (stored.get().content().state() == State.READY) {
                return stored.get().content();
            } else {
                new Step(tenant, stored.get()).take(name);
            }
        }
        throw pending("its record changes too often");
    }

    private void begin(PlatformTenantId tenant, String name) {
        AwsTenantRecord wanted = AwsTenantRecord.wanted(name, config.accounts().source(), clock.instant());
        registry.create(AwsNames.recordOf(tenant), wanted.toJson());
    }

    /** Ends the tenant and keeps the account with all that is in it; the tenant gets it again if it comes back. */
    boolean revoke(PlatformTenantId tenant) {
        return change(
                tenant, State.READY, record -> record.in(State.REVOKED, event(Action.REVOKE_ACCOUNT, account(record))));
    }

    /** Takes back {@link #revoke}. */
    void restore(PlatformTenantId tenant) {
        change(tenant, State.REVOKED, record -> record.in(State.READY, event(Action.ENABLE_TENANT, account(record))));
    }

    private boolean change(PlatformTenantId tenant, State from, UnaryOperator<AwsTenantRecord> change) {
        Optional<Stored<AwsTenantRecord>> stored = look(tenant);
        return stored.isPresent()
                && stored.get().content().state() == from
                && replace(tenant, stored.get(), change.apply(stored.get().content()));
    }

    private boolean replace(PlatformTenantId tenant, Stored<AwsTenantRecord> stored, AwsTenantRecord next) {
        return registry.replace(AwsNames.recordOf(tenant), next.toJson(), stored.tag());
    }

    private Event event(Action action, String detail) {
        return new Event(clock.instant(), action, detail);
    }

    private static String account(AwsTenantRecord record) {
        return Objects.requireNonNullElse(record.account(), "");
    }

    private static PlatformException pending(String why) {
        return new PlatformException(
                Kind.OUTCOME_UNKNOWN, "The tenant's account at AWS is not ready: " + why + ". Repeat it later.");
    }

    /** One step from one version of a record, which does nothing if another node was faster. */
    private final class Step {

        private final PlatformTenantId tenant;
        private final Stored<AwsTenantRecord> stored;
        private final AwsTenantRecord record;

        Step(PlatformTenantId tenant, Stored<AwsTenantRecord> stored) {
            this.tenant = tenant;
            this.stored = stored;
            this.record = stored.content();
        }

        void take(String name) {
            switch (record.state()) {
                case WANTED -> choose();
                case ORDERED -> {
                    @Nullable String request = record.request();
                    if (request == null) {
                        resume();
                    } else {
                        await(request);
                    }
                }
                case JOINED -> assume();
                case REVOKED ->
                    note(record.renewed(name, config.accounts().source())
                            .in(State.WANTED, event(Action.RESET_ACCOUNT, account(record))));
                case READY -> throw new IllegalStateException("a tenant that is ready");
            }
        }

        private boolean note(AwsTenantRecord next) {
            return replace(tenant, stored, next);
        }

        private void join(String account, Action action) {
            note(record.withAccount(account).in(State.JOINED, event(action, account)));
        }

        private void choose() {
            switch (record.source()) {
                case SHARE -> {
                    @Nullable String shared = config.accounts().shared();
                    join(shared == null ? clients.ownAccount() : shared, Action.SHARE_ACCOUNT);
                }
                case ASSIGN ->
                    join(
                            organisation
                                    .findByTag(tenant)
                                    .orElseThrow(() -> new PlatformException(
                                            Kind.REJECTED,
                                            "No account of the organisation has the tag " + AwsNames.TENANT_TAG
                                                    + " with the value " + tenant.value()
                                                    + ". Invite or choose one, and tag it.")),
                            Action.REUSE_ACCOUNT);
                case CREATE -> {
                    Optional<String> there = organisation.findByEmail(email());
                    if (there.isPresent()) {
                        join(there.get(), Action.REUSE_ACCOUNT);
                    } else if (note(record.in(State.ORDERED, event(Action.CREATE_ACCOUNT, email())))) {
                        order();
                    }
                }
            }
        }

        private String email() {
            return AwsNames.email(Objects.requireNonNull(config.accounts().email()), tenant);
        }

        /** Sends the order, and notes its number in whatever version the record has by then. */
        private void order() {
            CreateAccountStatus status = organisation.create(tenant, record.name(), email());
            noteRequest(status.id());
        }

        private void noteRequest(String request) {
            change(tenant, State.ORDERED, now -> now.withRequest(request)
                    .in(State.ORDERED, event(Action.SYNC_STATE, request)));
        }

        /** The order was noted and its number was not: it was sent, or is being sent, or never was. */
        private void resume() {
            Optional<String> sent =
                    organisation.awaitOrder(AwsNames.account(tenant, record.name()), () -> isPassed(), isLost());
            if (isPassed()) {
                return;
            }
            if (sent.isPresent()) {
                noteRequest(sent.get());
            } else if (!isLost()) {
                throw pending("an order to create it may be under way");
            } else if (note(record.in(State.ORDERED, event(Action.CREATE_ACCOUNT, email())))) {
                order();
            }
        }

        private boolean isLost() {
            return record.since().isBefore(clock.instant().minus(LOST));
        }

        /** Whether the record is not as it was read any more. */
        private boolean isPassed() {
            return look(tenant).filter(now -> now.tag().equals(stored.tag())).isEmpty();
        }

        private void await(String request) {
            CreateAccountStatus status = organisation.await(request);
            switch (status.state()) {
                case SUCCEEDED -> join(status.accountId(), Action.SYNC_STATE);
                case IN_PROGRESS -> throw pending("AWS creates it");
                case FAILED, UNKNOWN_TO_SDK_VERSION -> failed(status);
            }
        }

        /**
         * An order that was sent twice fails because of its address, and the account of that address is the tenant's.
         */
        private void failed(CreateAccountStatus status) {
            String reason = status.failureReasonAsString();
            Optional<String> there = organisation.findByEmail(email());
            if (there.isPresent()) {
                join(there.get(), Action.REUSE_ACCOUNT);
                return;
            }
            note(record.withRequest(null).in(State.WANTED, event(Action.SYNC_STATE, "FAILED " + reason)));
            throw new PlatformException(
                    Kind.REJECTED,
                    "AWS did not create an account for the tenant: " + reason + ". Repeat it once that is put right.");
        }

        private void assume() {
            String account = account(record);
            if (!organisation.isAssumable(account)) {
                throw pending("the role " + config.accounts().role() + " of account " + account
                        + " cannot be assumed, or not yet");
            }
            AwsTenantRecord assumed = record.in(State.JOINED, event(Action.ASSUME_ROLE, account));
            note(assumed.in(State.READY, event(Action.ENABLE_TENANT, account)));
        }
    }

    /** Whether AWS says that an order is decided. */
    static boolean isDecided(CreateAccountStatus status) {
        return status.state() != CreateAccountState.IN_PROGRESS;
    }
}
