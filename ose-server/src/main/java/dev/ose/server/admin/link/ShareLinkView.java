package dev.ose.server.admin.link;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.access.link.LinkedObject;
import dev.ose.server.admin.access.link.ShareLink;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The JSON document of a link, without its URL, which only the answer to its creation has.
 *
 * @param user the name of the user whose rights it has
 * @param object what it is for
 * @param maximumUses absent for any number
 * @param uses the downloads that were begun
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ShareLinkView(
        @Schema(format = "uuid") String id,
        String user,
        SharedObject object,
        Validity validity,
        boolean hasPassword,
        @Nullable Integer maximumUses,
        long uses,
        @Nullable Instant lastUsedAt) {

    /**
     * An object.
     *
     * @param versionId absent for the current version at each use
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SharedObject(String bucket, String key, @Nullable String versionId) {}

    /**
     * When a link is good.
     *
     * @param revokedAt absent unless it was revoked
     */
    @Schema(name = "ShareLinkValidity")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Validity(
            ShareLink.State state,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant revokedAt) {}

    static ShareLinkView of(ShareLink link) {
        LinkedObject object = link.object();
        ShareLink.Terms terms = link.terms();
        ShareLink.Uses uses = link.uses();
        return new ShareLinkView(
                link.id().toString(),
                link.userName(),
                new SharedObject(
                        object.bucket().value(),
                        object.key().value(),
                        object.version() == null ? null : object.version().value()),
                new Validity(uses.state(), terms.createdAt(), terms.expiresAt(), uses.revokedAt()),
                terms.hasPassword(),
                terms.maxUses(),
                uses.count(),
                uses.lastAt());
    }
}
