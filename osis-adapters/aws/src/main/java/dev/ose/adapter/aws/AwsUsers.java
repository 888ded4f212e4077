package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.aws.AwsRegistry.Stored;
import dev.ose.adapter.aws.AwsUserRecord.State;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.AccessKey;
import software.amazon.awssdk.services.iam.model.AccessKeyMetadata;
import software.amazon.awssdk.services.iam.model.ListAccessKeysResponse;
import software.amazon.awssdk.services.iam.model.Tag;
import software.amazon.awssdk.services.s3.S3Client;

/** Users of IAM and their access keys. */
final class AwsUsers {

    /** Two keys are all that IAM has for a user. */
    private static final int MAX_KEYS = 2;

    /** A key that no record names is the rest of a creation that was cut off once it is this old. */
    private static final Duration CUT_OFF = Duration.ofMinutes(15);

    private static final String NO_SUCH_ENTITY = "NoSuchEntity";
    private static final String LIMITS = "ose-limits";
    private static final String STOPPED = "ose-stopped";

    /** What would open buckets to others, whose objects are then not OSE's any more. */
    private static final String LIMITS_DOCUMENT = """
            {"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":["s3:PutBucketPolicy",\
            "s3:DeleteBucketPolicy",\
            "s3:PutBucketAcl","s3:PutObjectAcl","s3:PutObjectVersionAcl","s3:PutBucketPublicAccessBlock",\
            "s3:PutBucketOwnershipControls","s3:PutReplicationConfiguration"],"Resource":"*"}]}""";

    private static final String STOPPED_DOCUMENT =
            "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Action\":\"*\",\"Resource\":\"*\"}]}";

    private final AwsCalls calls;
    private final AwsClients clients;
    private final AwsUserRecords records;
    private final AwsKeySeal seal;
    private final AwsPatience patience;
    private final Clock clock;

    AwsUsers(
            AwsCalls calls,
            AwsClients clients,
            AwsUserRecords records,
            AwsKeySeal seal,
            AwsPatience patience,
            Clock clock) {
        this.calls = calls;
        this.clients = clients;
        this.records = records;
        this.seal = seal;
        this.patience = patience;
        this.clock = clock;
    }

    private IamClient iam(AwsUserRecord record) {
        return clients.in(record.account()).iam();
    }

    /** Makes the user of IAM of a record, or what is left of it to make. */
    AwsUserRecord complete(AwsUserRecord record) {
        IamClient iam = iam(record);
        String name = AwsNames.iamUser(record.id());
        boolean isNew = calls.tryChange(
                "create a user",
                () -> iam.createUser(request -> request.userName(name)
                        .path(AwsNames.PATH)
                        .tags(
                                tag(
                                        AwsNames.TENANT_TAG,
                                        AwsNames.tenantOf(record.id()).value()),
                                tag(AwsNames.USER_TAG, record.id().value()))),
                "EntityAlreadyExists");
        if (!isNew) {
            requireOurs(iam, name);
        }
        put(iam, name, LIMITS, LIMITS_DOCUMENT);
        return records.change(record.id(), made -> made.state() == State.MADE ? made.in(State.READY) : made);
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    private void requireOurs(IamClient iam, String name) {
        boolean isOurs = calls.find("find a user", () -> iam.getUser(request -> request.userName(name)), NO_SUCH_ENTITY)
                .map(found -> found.user().path().equals(AwsNames.PATH))
                .orElse(true);
        if (!isOurs) {
            throw new PlatformException(Kind.REJECTED, "AWS has a user " + name + " of others.");
        }
    }

    /** A user who was just made may be unknown to IAM for a while. */
    private void put(IamClient iam, String user, String policy, String document) {
        boolean isPut = patience.until(() -> calls.tryChange(
                "write a policy of a user",
                () -> iam.putUserPolicy(
                        request -> request.userName(user).policyName(policy).policyDocument(document)),
                NO_SUCH_ENTITY));
        if (!isPut) {
            throw new PlatformException(Kind.UNAVAILABLE, "AWS does not know the new user " + user + " yet.");
        }
    }

    private void delete(IamClient iam, String user, String policy) {
        calls.tryChange(
                "delete a policy of a user",
                () -> iam.deleteUserPolicy(request -> request.userName(user).policyName(policy)),
                NO_SUCH_ENTITY);
    }

    void setActive(AwsUserRecord record, boolean active) {
        String name = AwsNames.iamUser(record.id());
        if (active) {
            delete(iam(record), name, STOPPED);
        } else {
            put(iam(record), name, STOPPED, STOPPED_DOCUMENT);
        }
        records.change(record.id(), old -> old.active(active));
    }

    /** Creates one more key, after the rest of a creation that was cut off was deleted if there is no room. */
    PlatformKey createKey(AwsUserRecord record) {
        IamClient iam = iam(record);
        String name = AwsNames.iamUser(record.id());
        makeRoom(iam, record);
        AccessKey made = calls.change("create a key", () -> iam.createAccessKey(request -> request.userName(name)))
                .accessKey();
        PlatformKey key = new PlatformKey(made.accessKeyId(), Secret.of(made.secretAccessKey()));
        AwsUserRecord.Key kept = new AwsUserRecord.Key(key.accessKey(), seal.seal(key));
        records.change(
                record.id(),
                old -> old.withKeys(keys -> {
                    if (!keys.contains(kept)) {
                        keys.add(kept);
                    }
                    return keys;
                }));
        S3Client user = clients.s3Of(key);
        patience.until(
                () -> !calls.refusalOf("try a new key", user::listBuckets).equals("InvalidAccessKeyId"));
        return key;
    }

    private void makeRoom(IamClient iam, AwsUserRecord record) {
        List<AccessKeyMetadata> there = accessKeys(iam, AwsNames.iamUser(record.id()));
        if (there.size() < MAX_KEYS) {
            return;
        }
        List<AccessKeyMetadata> unknown = there.stream()
                .filter(key -> record.keys().stream()
                        .noneMatch(known -> known.accessKey().equals(key.accessKeyId())))
                .toList();
        List<AccessKeyMetadata> cutOff = unknown.stream()
                .filter(key -> key.createDate().isBefore(clock.instant().minus(CUT_OFF)))
                .toList();
        if (!cutOff.isEmpty()) {
            deleteKey(iam, record, cutOff.getFirst().accessKeyId());
        } else if (unknown.isEmpty()) {
            throw new PlatformException(
                    Kind.REJECTED, "User " + record.id().value() + " has two keys, which is all that AWS permits.");
        } else {
            throw new PlatformException(
                    Kind.UNAVAILABLE,
                    "AWS has two keys of user " + record.id().value()
                            + ", one of which nothing is known of. It is deleted after " + CUT_OFF.toMinutes()
                            + " minutes.");
        }
    }

    private List<AccessKeyMetadata> accessKeys(IamClient iam, String user) {
        return calls.find(
                        "list a user's keys",
                        () -> iam.listAccessKeys(request -> request.userName(user)),
                        NO_SUCH_ENTITY)
                .map(ListAccessKeysResponse::accessKeyMetadata)
                .orElse(List.of());
    }

    private void deleteKey(IamClient iam, AwsUserRecord record, String accessKey) {
        calls.tryChange(
                "delete a key",
                () -> iam.deleteAccessKey(request ->
                        request.userName(AwsNames.iamUser(record.id())).accessKeyId(accessKey)),
                NO_SUCH_ENTITY);
    }

    /** Those whose secret keys are known. */
    List<PlatformKey> keys(AwsUserRecord record) {
        return record.keys().stream()
                .flatMap(key -> seal.open(key.accessKey(), key.sealed()).stream())
                .toList();
    }

    /** S3 as the user sees it; absent if it has no key, or if it is stopped. */
    @Nullable
    S3Client s3Of(AwsUserRecord record) {
        List<PlatformKey> keys = keys(record);
        return keys.isEmpty() || !record.active() ? null : clients.s3Of(keys.getLast());
    }

    void deleteKey(AwsUserRecord record, String accessKey) {
        if (record.keys().stream().anyMatch(key -> key.accessKey().equals(accessKey))) {
            deleteKey(iam(record), record, accessKey);
            records.change(
                    record.id(),
                    old -> old.withKeys(keys -> {
                        keys.removeIf(key -> key.accessKey().equals(accessKey));
                        return keys;
                    }));
        }
    }

    /** Deletes all keys of the user, also those of which nothing is known. */
    void deleteKeys(AwsUserRecord record) {
        IamClient iam = iam(record);
        accessKeys(iam, AwsNames.iamUser(record.id())).forEach(key -> deleteKey(iam, record, key.accessKeyId()));
        records.change(record.id(), old -> old.withKeys(keys -> List.of()));
    }

    /** Deletes the user of IAM, whose managed policies are gone. */
    void delete(AwsUserRecord record) {
        deleteKeys(record);
        IamClient iam = iam(record);
        String name = AwsNames.iamUser(record.id());
        delete(iam, name, LIMITS);
        delete(iam, name, STOPPED);
        calls.tryChange("delete a user", () -> iam.deleteUser(request -> request.userName(name)), NO_SUCH_ENTITY);
    }

    /** The record of a user as it is, however far it is. */
    Optional<AwsUserRecord> look(PlatformUserId user) {
        return records.look(user).map(Stored::content);
    }
}
