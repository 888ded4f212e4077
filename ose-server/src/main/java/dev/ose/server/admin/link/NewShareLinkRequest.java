package dev.ose.server.admin.link;

import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.admin.access.link.ShareLinks;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.admin.s3.Links;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The JSON document of a link to be created. What does not fit fails with {@code Invalid}, which names the field.
 *
 * @param versionId null for the current version at each use
 * @param password null for a link that needs none
 * @param maximumUses how many downloads may begin; null for any number
 */
record NewShareLinkRequest(
        @Required @Nullable String bucket,
        @Required @Nullable String key,
        @Nullable String versionId,
        @Required @Nullable Instant expiresAt,

        @JsonDeserialize(using = SecretDeserializer.class)
        @Schema(type = "string", minLength = LoginRules.MIN_LENGTH, maxLength = LoginRules.MAX_LENGTH)
        @Nullable
        Secret password,

        @Schema(minimum = "1", maximum = "" + ShareLinks.MAX_USES) @Nullable
        Integer maximumUses) {

    BucketName bucketName() {
        return BucketName.parse(Input.required("bucket", bucket))
                .orElseThrow(() -> invalid("bucket", "is no name of a bucket"));
    }

    ObjectKey objectKey() {
        return Links.key(key);
    }

    @Nullable
    VersionId version() {
        String id = versionId;
        return id == null ? null : VersionId.parse(id).orElseThrow(() -> invalid("versionId", "is no id of a version"));
    }

    /** The characters of the password. */
    Optional<String> characters() {
        return Optional.ofNullable(password).map(chosen -> LoginRules.checkPassword("password", chosen, ""));
    }

    @Nullable
    Integer maxUses() {
        Integer most = maximumUses;
        if (most != null && (most < 1 || most > ShareLinks.MAX_USES)) {
            throw invalid("maximumUses", "must be from 1 to " + ShareLinks.MAX_USES);
        }
        return most;
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
