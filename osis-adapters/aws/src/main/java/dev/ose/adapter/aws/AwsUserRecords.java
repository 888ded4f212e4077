package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.aws.AwsRegistry.Stored;
import dev.ose.adapter.aws.AwsUserRecord.State;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The records of users, which several nodes change at once. */
final class AwsUserRecords {

    private static final int ATTEMPTS = 20;

    private final AwsRegistry registry;

    AwsUserRecords(AwsRegistry registry) {
        this.registry = registry;
    }

    /** The record of a user, however far it is. */
    Optional<Stored<AwsUserRecord>> look(PlatformUserId user) {
        return AwsNames.isUser(user) ? registry.find(AwsNames.recordOf(user), AwsUserRecord::read) : Optional.empty();
    }

    /** The record of a user who is complete. */
    Optional<AwsUserRecord> find(PlatformUserId user) {
        return look(user).map(Stored::content).filter(record -> record.state() == State.READY);
    }

    AwsUserRecord required(PlatformUserId user) {
        return find(user).orElseThrow(() -> missing(user));
    }

    static PlatformException missing(PlatformUserId user) {
        return new PlatformException(Kind.NOT_FOUND, "There is no user " + user.value() + ".");
    }

    /** Whether the record was written; false if there is one. */
    boolean create(AwsUserRecord record) {
        return registry.create(AwsNames.recordOf(record.id()), record.toJson());
    }

    /** Changes the record of a user, and returns it as it is then. The change may be tried several times. */
    AwsUserRecord change(PlatformUserId user, UnaryOperator<AwsUserRecord> change) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Stored<AwsUserRecord> stored = look(user).orElseThrow(() -> missing(user));
            AwsUserRecord changed = change.apply(stored.content());
            if (changed.equals(stored.content())
                    || registry.replace(AwsNames.recordOf(user), changed.toJson(), stored.tag())) {
                return changed;
            }
        }
        throw busy(user);
    }

    static PlatformException busy(PlatformUserId user) {
        return new PlatformException(
                Kind.UNAVAILABLE, "User " + user.value() + " is changed by too many others at AWS at the moment.");
    }

    void delete(PlatformUserId user) {
        look(user).ifPresent(stored -> registry.delete(AwsNames.recordOf(user), stored.tag()));
    }

    boolean isEmpty(PlatformTenantId tenant) {
        return registry.isEmpty(AwsNames.recordsOfUsers(tenant));
    }
}
