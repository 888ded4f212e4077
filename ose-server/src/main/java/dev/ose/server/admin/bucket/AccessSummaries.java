package dev.ose.server.admin.bucket;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.document.AclDocument;
import dev.ose.s3.document.Owner;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.SharedAccess;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.access.CheckedRequest;
import dev.ose.server.admin.bucket.AccessSummary.Access;
import dev.ose.server.admin.bucket.AccessSummary.Entry;
import dev.ose.server.admin.bucket.AccessSummary.Kind;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.settings.SettingAnswer;
import dev.ose.server.bucket.settings.SettingReader;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.PrincipalArn;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks the access of all principals that a bucket is about. Blocks on database and platform. Thread-safe. */
public final class AccessSummaries {

    private static final String ANONYMOUS = "anonymous";
    /** Each costs some ten look-ups. */
    private static final int MAX_NAMED = 20;

    private static final List<String> ON_BUCKET = List.of("s3:ListBucket", "s3:PutBucketPolicy");
    private static final List<String> ON_OBJECT = List.of("s3:GetObject", "s3:PutObject", "s3:DeleteObject");
    private static final Set<BucketSubresource.Action> SETTINGS =
            Set.of(BucketSubresource.Action.GET_BUCKET_POLICY, BucketSubresource.Action.GET_BUCKET_ACL);

    private final AccessQuestions check;
    private final BucketVisits.Buckets buckets;
    private final Sharing sharing;
    private final OwnerDirectory users;

    public AccessSummaries(AccessQuestions check, BucketVisits.Buckets buckets, Sharing sharing, OwnerDirectory users) {
        this.check = check;
        this.buckets = buckets;
        this.sharing = sharing;
        this.users = users;
    }

    /**
     * Who may do what.
     *
     * @param key null for the bucket
     */
    AccessSummary of(Bucket bucket, @Nullable String key, HttpServletRequest call) {
        Named named = named(bucket);
        Map<String, Kind> principals = new LinkedHashMap<>();
        principals.put(bucket.owner().toString(), Kind.OWNER);
        principals.put(ANONYMOUS, Kind.PUBLIC);
        principals.put(new PrincipalArn(bucket.tenant(), null).toString(), Kind.TENANT);
        named.names().stream().limit(MAX_NAMED).forEach(name -> principals.putIfAbsent(name, Kind.NAMED));
        List<Entry> entries = new ArrayList<>();
        principals.forEach((name, kind) -> principal(bucket, kind, name, call)
                .map(it -> entry(bucket, kind, name, it, key, call))
                .ifPresent(entries::add));
        boolean areAll = named.areAll() && named.names().size() <= MAX_NAMED && entries.size() == principals.size();
        return new AccessSummary(key, entries, areAll);
    }

    /** Empty if the principal has been deleted meanwhile. */
    private Optional<CheckedPrincipals.Principal> principal(
            Bucket bucket, Kind kind, String name, HttpServletRequest call) {
        try {
            return Optional.of(check.principal(bucket, name, call));
        } catch (FailureException e) {
            if (kind == Kind.NAMED && e.failure() instanceof Failure.NotFound) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Entry entry(
            Bucket bucket,
            Kind kind,
            String name,
            CheckedPrincipals.Principal principal,
            @Nullable String key,
            HttpServletRequest call) {
        List<Access> access = new ArrayList<>();
        for (String action : key == null ? ON_BUCKET : ON_OBJECT) {
            AccessCheckRequest question = new AccessCheckRequest(name, action, key, null);
            CheckedRequest request = question.checked(bucket.name());
            AccessView view = check.view(bucket, principal, request, question.facts(request, call), call);
            access.add(new Access(action, view.decision(), view.reasons()));
        }
        return new Entry(kind, name, access);
    }

    /**
     * The principals that policy and ACL name.
     *
     * @param areAll whether there are no others
     */
    private record Named(Set<String> names, boolean areAll) {}

    private Named named(Bucket bucket) {
        Set<String> names = new TreeSet<>();
        boolean areAll = true;
        Map<BucketSubresource.Action, SettingAnswer> settings = buckets.owners()
                .find(bucket.id())
                .map(owner -> buckets.settings().read(SettingReader.of(owner), SETTINGS))
                .orElse(Map.of());
        for (BucketSubresource.Action setting : SETTINGS) {
            areAll &= switch (settings.get(setting)) {
                case SettingAnswer.Stored(byte[] document)
                when setting == BucketSubresource.Action.GET_BUCKET_POLICY -> addOfPolicy(bucket, document, names);
                case SettingAnswer.Stored(byte[] document) -> addOfAcl(bucket, document, names);
                case SettingAnswer.Unset _, SettingAnswer.NotOffered _ -> true;
                case SettingAnswer.NotPermitted _, SettingAnswer.Unknown _ -> false;
                case null -> false;
            };
        }
        names.remove("*");
        boolean isAnyUnknown = names.remove(Sharing.UNKNOWN);
        return new Named(names, areAll && !isAnyUnknown);
    }

    private boolean addOfPolicy(Bucket bucket, byte[] document, Set<String> names) {
        try {
            String policy = sharing.toClient(bucket.platform(), new String(document, StandardCharsets.UTF_8));
            names.addAll(SharedAccess.read(policy).names());
            return true;
        } catch (MalformedPolicyException | FailureException unreadable) {
            return false;
        }
    }

    private boolean addOfAcl(Bucket bucket, byte[] document, Set<String> names) {
        try {
            boolean areAll = true;
            AclDocument acl = AclDocument.read(document);
            @Nullable Owner owner = acl.owner();
            for (AclDocument.Grant grant : acl.grants()) {
                boolean isOwner = owner != null && grant.name().equals(owner.id());
                if (grant.kind() == GrantHeader.Kind.ID && !isOwner) {
                    Optional<OwnerDirectory.Owner> user = users.find(bucket.platform(), grant.name());
                    user.ifPresent(it -> names.add(it.id().value()));
                    areAll &= user.isPresent();
                }
            }
            return areAll;
        } catch (MalformedXmlException e) {
            return false;
        }
    }
}
