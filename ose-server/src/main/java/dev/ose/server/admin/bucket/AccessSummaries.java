package dev.ose.server.admin.bucket;

import dev.ose.server.access.CheckedRequest;
import dev.ose.server.admin.bucket.AccessSummary.Access;
import dev.ose.server.admin.bucket.AccessSummary.Entry;
import dev.ose.server.admin.bucket.AccessSummary.Kind;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PrincipalArn;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the access of all principals that a bucket is about. Blocks on database and platform. Thread-safe. */
public final class AccessSummaries {

    private static final String ANONYMOUS = "anonymous";
    /** Each costs some ten look-ups. */
    private static final int MAX_NAMED = 20;

    private static final List<String> ON_BUCKET = List.of("s3:ListBucket", "s3:PutBucketPolicy");
    private static final List<String> ON_OBJECT = List.of("s3:GetObject", "s3:PutObject", "s3:DeleteObject");

    private final AccessQuestions check;
    private final NamedPrincipals principals;

    public AccessSummaries(AccessQuestions check, NamedPrincipals principals) {
        this.check = check;
        this.principals = principals;
    }

    /**
     * Who may do what.
     *
     * @param key null for the bucket
     */
    AccessSummary of(Bucket bucket, @Nullable String key, HttpServletRequest call) {
        NamedPrincipals.Named named = principals.of(bucket);
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds.put(bucket.owner().toString(), Kind.OWNER);
        kinds.put(ANONYMOUS, Kind.PUBLIC);
        kinds.put(new PrincipalArn(bucket.tenant(), null).toString(), Kind.TENANT);
        named.names().stream().limit(MAX_NAMED).forEach(name -> kinds.putIfAbsent(name, Kind.NAMED));
        List<Entry> entries = new ArrayList<>();
        kinds.forEach((name, kind) -> principal(bucket, kind, name, call)
                .map(it -> entry(bucket, kind, name, it, key, call))
                .ifPresent(entries::add));
        boolean areAll = named.areAll() && named.names().size() <= MAX_NAMED && entries.size() == kinds.size();
        return new AccessSummary(key, entries, areAll);
    }

    /** Empty if the principal has been deleted meanwhile. */
    private Optional<CheckedPrincipals.Principal> principal(
            Bucket bucket, Kind kind, String name, HttpServletRequest call) {
        try {
            return Optional.of(check.namedByBucket(bucket, name, call));
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
}
