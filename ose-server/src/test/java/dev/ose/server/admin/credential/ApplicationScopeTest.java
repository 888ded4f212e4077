package dev.ose.server.admin.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.permission.OperationFacts;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.permission.RequiredPermissions;
import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.policy.RequestContext;
import dev.ose.s3.policy.Verdict;
import dev.ose.server.access.Samples;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ApplicationScopeTest {

    private static final BucketName BUCKET = new BucketName("own");
    /** HeadBucket needs to list all of a bucket. */
    private static final Set<String> ON_BUCKET = Set.of(
            "GetBucketLocation",
            "GetBucketVersioning",
            "ListMultipartUploads",
            "ListObjectVersions",
            "ListObjects",
            "ListObjectsV2");

    private static final Set<String> READS = Set.of(
            "GetObject",
            "GetObjectAcl",
            "GetObjectAttributes",
            "GetObjectLegalHold",
            "GetObjectRetention",
            "GetObjectTagging",
            "GetObjectTorrent",
            "HeadObject",
            "ListParts",
            "SelectObjectContent");

    @Test
    void scopeAllowsAllOnObjectsButGrantsAndEncryption() {
        Set<String> onObjects = names(operation -> operation instanceof ObjectOperation
                && !Set.of("PutObjectAcl", "UpdateObjectEncryption", "ObjectPreflight")
                        .contains(operation.name()));

        Policy policy = policy(false);

        assertThat(names(operation -> allows(policy, operation))).isEqualTo(union(ON_BUCKET, onObjects));
    }

    @Test
    void scopeThatIsReadOnlyAllowsReadsAlone() {
        Policy policy = policy(true);

        assertThat(names(operation -> allows(policy, operation))).isEqualTo(union(ON_BUCKET, READS));
    }

    /** What overrules a lock is no everyday right. */
    @Test
    void scopeDoesNotAllowToBypassGovernance() {
        Policy policy = policy(false);

        assertThat(Samples.detailed(BUCKET).stream()
                        .filter(operation -> operation instanceof ObjectOperation && !allows(policy, operation))
                        .map(S3Operation::name))
                .containsExactlyInAnyOrder(
                        "DeleteObject", "PutObjectRetention", "PutObjectAcl", "UpdateObjectEncryption");
    }

    @Test
    void scopeOfPrefixAllowsListingsOfIt() {
        Policy other = Policy.read(new ApplicationScope(List.of("own"), "out/", true).policy());

        assertThat(names(operation -> allows(other, operation)))
                .containsExactlyInAnyOrder("GetBucketLocation", "GetBucketVersioning");
    }

    private static Policy policy(boolean readOnly) {
        return Policy.readNew(new ApplicationScope(List.of("own"), "in/", readOnly).policy());
    }

    private static Set<String> names(Predicate<S3Operation> chosen) {
        return Samples.on(BUCKET).stream().filter(chosen).map(S3Operation::name).collect(Collectors.toSet());
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet());
    }

    /** The listings of the samples ask for the prefix {@code in/}. */
    private static boolean allows(Policy policy, S3Operation operation) {
        List<Permission> needed = RequiredPermissions.of(operation, HeaderLookup.NONE);
        return !needed.isEmpty()
                && needed.stream()
                        .map(one -> new AccessRequest(one.action(), one.resource(), new Facts(operation)))
                        .allMatch(request -> Policy.evaluate(List.of(policy), request) == Verdict.ALLOWED);
    }

    private record Facts(S3Operation operation) implements RequestContext {

        @Override
        public List<String> values(ContextKey key) {
            return new OperationFacts(operation, HeaderLookup.NONE).values(key);
        }

        @Override
        public boolean affords(long steps) {
            return true;
        }
    }
}
