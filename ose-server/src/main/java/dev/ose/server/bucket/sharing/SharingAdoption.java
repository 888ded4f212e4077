package dev.ose.server.bucket.sharing;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.s3.xml.XmlRewriter;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.TenantId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records the grantees of a bucket that existed on its platform before, so that they find it in OSE. What cannot be
 * read or understood shares nothing. Repeatable; blocks on database and platform. Thread-safe.
 */
public final class SharingAdoption {

    private final Sharing sharing;
    private final BucketOwners owners;
    private final OwnerDirectory users;
    private volatile @Nullable SharingDocuments documents;

    public SharingAdoption(Sharing sharing, BucketOwners owners, OwnerDirectory users) {
        this.sharing = sharing;
        this.owners = owners;
        this.users = users;
    }

    /** Sets the source of the platforms' documents; until then every adoption is {@code UNREAD}. */
    public void readBy(SharingDocuments source) {
        documents = source;
    }

    /** The outcome of an adoption. */
    public enum Outcome {
        /** All grantees are recorded. */
        RECORDED,
        /** The known grantees are recorded; the platform also grants access to principals unknown to OSE. */
        PARTLY,
        /** Policy or ACL could not be read or understood, or are being changed: they share nothing. */
        UNREAD
    }

    /** Records the grantees of the tenant's bucket. */
    public Outcome adopt(TenantId tenant, BucketId bucket) {
        SharingDocuments source = documents;
        Optional<BucketOwner> owner = owners.find(bucket);
        if (source == null || owner.isEmpty()) {
            return Outcome.UNREAD;
        }
        Subject subject = new Subject(tenant, bucket, owner.get());
        Outcome byPolicy = record(subject, GrantSource.POLICY, change -> ofPolicy(subject, source, change));
        Outcome byAcl = record(subject, GrantSource.ACL, _ -> ofAcl(subject, source));
        // The worse of the two.
        return byPolicy.compareTo(byAcl) > 0 ? byPolicy : byAcl;
    }

    private record Subject(TenantId tenant, BucketId bucket, BucketOwner owner) {

        PlatformId platform() {
            return owner.platform();
        }
    }

    @FunctionalInterface
    private interface Reading {
        StoredGrants read(SharingChange change);
    }

    /** Excludes concurrent changes, which would make the recorded grantees outdated. */
    private Outcome record(Subject subject, GrantSource source, Reading reading) {
        try {
            SharingChange change =
                    sharing.begin(subject.bucket(), subject.owner().bucket());
            return record(subject, change, source, reading);
        } catch (FailureException e) {
            return switch (e.failure()) {
                case Failure.BucketBusy _, Failure.PlatformUnreachable _ -> Outcome.UNREAD;
                default -> throw e;
            };
        }
    }

    private Outcome record(Subject subject, SharingChange change, GrantSource source, Reading reading) {
        StoredGrants kept;
        try {
            kept = reading.read(change);
        } catch (FailureException e) {
            sharing.cancel(change);
            throw e;
        } catch (MalformedPolicyException | MalformedXmlException e) {
            sharing.cancel(change);
            return Outcome.UNREAD;
        }
        sharing.record(subject.tenant(), change, source, kept.grantees());
        return kept.isWhole() ? Outcome.RECORDED : Outcome.PARTLY;
    }

    /** As stored on the platform: rows of a restored database may be of another policy. */
    private void recordConditions(Subject subject, SharingChange change, @Nullable CombinedPolicy kept) {
        ClientConditions asked = kept == null ? ClientConditions.NONE : kept.conditions();
        if (!asked.equals(subject.owner().clientConditions())) {
            sharing.recordConditions(change, asked);
        }
    }

    /** Without the statements that store grants of the ACL. */
    private StoredGrants ofPolicy(Subject subject, SharingDocuments source, SharingChange change) {
        Optional<CombinedPolicy> kept = policy(subject, source);
        recordConditions(subject, change, kept.orElse(null));
        return kept.flatMap(policy -> Optional.ofNullable(policy.clients()))
                .map(document -> sharing.granted(subject.platform(), document))
                .orElse(new StoredGrants(Set.of(), true));
    }

    private StoredGrants ofAcl(Subject subject, SharingDocuments source) {
        StoredGrants tenants = policy(subject, source)
                .map(policy -> sharing.granted(subject.platform(), policy.tenants()))
                .orElse(new StoredGrants(Set.of(), true));
        return source.acl(subject.owner())
                .map(document -> new AclGrants(subject.platform()).read(document))
                .map(tenants::and)
                .orElse(tenants);
    }

    private static Optional<CombinedPolicy> policy(Subject subject, SharingDocuments source) {
        return source.policy(subject.owner())
                .map(document ->
                        CombinedPolicy.read(subject.owner().bucket(), new String(document, StandardCharsets.UTF_8)));
    }

    /**
     * The grantees of an ACL; groups other than AllUsers concern authenticated callers and share the bucket with no
     * known principal.
     */
    private final class AclGrants {

        private final PlatformId platform;
        private final Set<Grantee> grantees = new LinkedHashSet<>();
        private boolean isWhole = true;

        AclGrants(PlatformId platform) {
            this.platform = platform;
        }

        StoredGrants read(byte[] document) {
            XmlRewriter reader = new XmlRewriter(
                    List.of(
                            XmlRewriteRule.of("Grantee/ID", this::user),
                            XmlRewriteRule.of("Grantee/URI", this::group),
                            XmlRewriteRule.of("Grantee/EmailAddress", this::email)),
                    OutputStream.nullOutputStream());
            try {
                reader.write(document, 0, document.length);
                reader.finish();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new StoredGrants(grantees, isWhole);
        }

        private String user(String id) {
            users.find(platform, id.strip())
                    .flatMap(owner -> users.findCounterpart(platform, owner.id()))
                    .ifPresentOrElse(
                            user -> grantees.add(new Grantee.OfUser(user.tenant(), user.user())),
                            () -> isWhole = false);
            return id;
        }

        private String group(String uri) {
            if (uri.strip().equals(GrantHeader.EVERYBODY)) {
                grantees.add(new Grantee.Everybody());
            } else {
                isWhole = false;
            }
            return uri;
        }

        private String email(String address) {
            isWhole = false;
            return address;
        }
    }
}
