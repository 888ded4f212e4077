package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.aws.AwsClients.AwsSession;
import dev.ose.adapter.aws.AwsRegistry.Stored;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.ListPolicyVersionsResponse;
import software.amazon.awssdk.services.iam.model.PolicyVersion;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The managed policies of users, each of which opens some of their buckets. They are written from the user's record,
 * and
 * again if that has changed meanwhile, so that the last one to write has read the last change.
 */
final class AwsGrants {

    /** As many as a user may have unless its account's quota is raised. */
    static final int POLICIES = 10;

    private static final int MAX_CHARACTERS = 6_144;
    private static final int ATTEMPTS = 20;
    private static final String NO_SUCH_ENTITY = "NoSuchEntity";

    private final AwsCalls calls;
    private final AwsClients clients;
    private final AwsUserRecords records;

    AwsGrants(AwsCalls calls, AwsClients clients, AwsUserRecords records) {
        this.calls = calls;
        this.clients = clients;
        this.records = records;
    }

    /** The first policy that has room for one more bucket. */
    int policyWithRoom(AwsUserRecord record, String bucket) {
        return IntStream.range(0, POLICIES)
                .filter(number -> hasRoom(record, bucket, number))
                .findFirst()
                .orElseThrow(() -> new PlatformException(
                        Kind.REJECTED,
                        "User " + record.id().value() + " has as many buckets as " + POLICIES
                                + " policies of AWS can name."));
    }

    /** Those whose admission ends count, for they are still in the policy. */
    private boolean hasRoom(AwsUserRecord record, String bucket, int number) {
        List<String> all = Stream.concat(
                        record.buckets().entrySet().stream()
                                .filter(entry -> entry.getValue().policy() == number)
                                .map(Map.Entry::getKey),
                        Stream.of(bucket))
                .toList();
        return document(all).length() <= MAX_CHARACTERS;
    }

    private String document(List<String> buckets) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("Version", "2012-10-17");
        ObjectNode statement = document.putArray("Statement")
                .addObject()
                .put("Effect", "Allow")
                .put("Action", "s3:*");
        ArrayNode resources = statement.putArray("Resource");
        buckets.forEach(bucket -> resources.add(clients.arn(bucket)).add(clients.arn(bucket + "/*")));
        return document.toString();
    }

    /** Makes one policy of the user what its record says. */
    void settle(PlatformUserId user, int number) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Stored<AwsUserRecord> before = look(user);
            write(before.content(), number);
            if (look(user).tag().equals(before.tag())) {
                return;
            }
        }
        throw AwsUserRecords.busy(user);
    }

    private Stored<AwsUserRecord> look(PlatformUserId user) {
        return records.look(user).orElseThrow(() -> AwsUserRecords.missing(user));
    }

    private void write(AwsUserRecord record, int number) {
        List<String> open = record.admitted().stream()
                .filter(bucket -> record.buckets().getOrDefault(bucket, NOWHERE).policy() == number)
                .toList();
        AwsSession session = clients.in(record.account());
        String name = AwsNames.policy(record.id(), number);
        String arn = arn(record, name);
        if (open.isEmpty()) {
            delete(session.iam(), AwsNames.iamUser(record.id()), arn);
        } else {
            put(session.iam(), name, arn, document(open));
            calls.change("attach a policy", () -> session.iam()
                    .attachUserPolicy(request ->
                            request.userName(AwsNames.iamUser(record.id())).policyArn(arn)));
        }
    }

    private static final AwsUserRecord.Admission NOWHERE = new AwsUserRecord.Admission(-1, true);

    private String arn(AwsUserRecord record, String name) {
        return clients.arn(record.account(), "policy" + AwsNames.PATH + name);
    }

    private void put(IamClient iam, String name, String arn, String document) {
        boolean isNew = calls.tryChange(
                "create a policy",
                () -> iam.createPolicy(
                        request -> request.policyName(name).path(AwsNames.PATH).policyDocument(document)),
                "EntityAlreadyExists");
        if (!isNew) {
            deleteOlderVersions(iam, arn);
            calls.change(
                    "write a policy",
                    () -> iam.createPolicyVersion(request ->
                            request.policyArn(arn).policyDocument(document).setAsDefault(true)));
        }
    }

    /** There may be five, so those that do not apply go. False if there is no such policy. */
    private boolean deleteOlderVersions(IamClient iam, String arn) {
        Optional<ListPolicyVersionsResponse> versions = calls.find(
                "list versions of a policy",
                () -> iam.listPolicyVersions(request -> request.policyArn(arn)),
                NO_SUCH_ENTITY);
        versions.map(ListPolicyVersionsResponse::versions).orElse(List.of()).stream()
                .filter(version -> !Boolean.TRUE.equals(version.isDefaultVersion()))
                .map(PolicyVersion::versionId)
                .forEach(version -> calls.tryChange(
                        "delete a version of a policy",
                        () -> iam.deletePolicyVersion(
                                request -> request.policyArn(arn).versionId(version)),
                        NO_SUCH_ENTITY));
        return versions.isPresent();
    }

    private void delete(IamClient iam, String user, String arn) {
        calls.tryChange(
                "detach a policy",
                () -> iam.detachUserPolicy(request -> request.userName(user).policyArn(arn)),
                NO_SUCH_ENTITY);
        if (deleteOlderVersions(iam, arn)) {
            calls.tryChange(
                    "delete a policy", () -> iam.deletePolicy(request -> request.policyArn(arn)), NO_SUCH_ENTITY);
        }
    }

    /** Deletes all policies of the user. */
    void deleteAll(AwsUserRecord record) {
        IamClient iam = clients.in(record.account()).iam();
        record.buckets().values().stream()
                .map(AwsUserRecord.Admission::policy)
                .collect(TreeSet<Integer>::new, TreeSet::add, TreeSet::addAll)
                .forEach(number ->
                        delete(iam, AwsNames.iamUser(record.id()), arn(record, AwsNames.policy(record.id(), number))));
    }
}
