package dev.ose.adapter.osis;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.Quirk;
import dev.ose.osis.model.AuthMode;
import dev.ose.osis.model.Information;
import dev.ose.osis.model.MalformedDocumentException;
import dev.ose.osis.model.OseFacts;
import dev.ose.osis.model.OsisJson;
import dev.ose.osis.model.OsisS3Capabilities;
import dev.ose.osis.model.S3Actions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Information and capabilities as a service reported them. Contains no secret, so a node may store it for a start while
 * the service is unavailable.
 */
public record ServiceFacts(Information information, OsisS3Capabilities capabilities) {

    private static final String KIND = "osis";

    /** The region's name of services with a single one. */
    private static final String NAMELESS_REGION = "default";

    private static final String DEFAULT_REGION = "us-east-1";

    /** Capabilities without an operation in OSIS. */
    private static final Set<Capability> NOT_IN_OSIS = Set.of(Capability.BUCKET_TRANSFERS, Capability.EXPLAINS_ACCESS);

    /** Capabilities that depend on an optional operation of OSIS. */
    private enum Question {
        USAGE(Capability.USAGE, "getUsage"),
        BUCKETS(Capability.BUCKET_LISTS, "getBucketList"),
        CONSOLE(Capability.CONSOLE, "getConsole"),
        KEY_STATUS(Capability.KEY_STATUS, "updateCredentialStatus"),
        LOG_DELIVERY_ID(Capability.LOG_DELIVERY_ID, "getBucketLoggingId"),
        ANONYMOUS_ID(Capability.ANONYMOUS_ID, "getAnonymousUser");

        private final Capability capability;
        private final String operation;

        Question(Capability capability, String operation) {
            this.capability = capability;
            this.operation = operation;
        }
    }

    /** Reads what {@link #toJson()} wrote. */
    public static ServiceFacts parse(byte[] json) throws MalformedDocumentException {
        return OsisJson.read(json, ServiceFacts.class);
    }

    /** All facts as JSON, for a file. */
    public byte[] toJson() {
        return OsisJson.write(this);
    }

    /** Whether the service requires a bearer token. */
    boolean wantsTokens() {
        List<AuthMode> modes = information.authModes();
        return modes.contains(AuthMode.BEARER) && !modes.contains(AuthMode.BASIC);
    }

    /** @throws PlatformException of kind {@code REJECTED} if the S3 endpoint is not stated at all */
    PlatformInfo toPlatformInfo(OsisPlatformConfig config) {
        OseFacts facts = information.ose();
        return new PlatformInfo(
                KIND,
                Objects.requireNonNullElse(information.platformName(), "unnamed")
                        + ' '
                        + Objects.requireNonNullElse(information.platformVersion(), "of no known version"),
                s3Endpoint(config.s3Endpoint()),
                region(config.region()),
                capabilities(facts),
                facts == null ? Set.<Quirk>of() : Set.copyOf(facts.quirks()));
    }

    private URI s3Endpoint(@Nullable URI configured) {
        String text =
                configured == null ? information.services().getOrDefault(Information.S3, "") : configured.toString();
        try {
            return S3Address.parse(text);
        } catch (URISyntaxException e) {
            throw new PlatformException(
                    Kind.REJECTED,
                    text.isBlank()
                            ? "The OSIS service does not report the address of the platform's S3 service. Set it in the"
                                    + " options."
                            : "The OSIS service reports " + text + " as the address of the platform's S3 service, which"
                                    + " has to be an http or https URL without path and with a host of letters, digits,"
                                    + " hyphens and dots. Set it in the options.",
                    e);
        }
    }

    private String region(@Nullable String configured) {
        if (configured != null) {
            return configured;
        }
        String first = information.regions().isEmpty()
                ? NAMELESS_REGION
                : information.regions().getFirst();
        // OSE's own services report the region of signatures, which for a Ceph gateway is "default".
        boolean isName = !first.isBlank() && (information.ose() != null || !first.equals(NAMELESS_REGION));
        return isName ? first : DEFAULT_REGION;
    }

    /** A capability that the service cannot express is absent. */
    private Set<Capability> capabilities(@Nullable OseFacts facts) {
        Set<Capability> there = EnumSet.noneOf(Capability.class);
        there.addAll(facts == null ? S3Actions.capabilities(capabilities) : facts.capabilities());
        there.removeAll(NOT_IN_OSIS);
        for (Question question : Question.values()) {
            there.remove(question.capability);
            if (!information.notImplemented().contains(question.operation)) {
                there.add(question.capability);
            }
        }
        if (Boolean.TRUE.equals(information.iam())) {
            there.add(Capability.IAM);
        }
        if (Boolean.TRUE.equals(information.tenantS3DomainEnabled())) {
            there.add(Capability.TENANT_ENDPOINTS);
        }
        return there;
    }
}
