package dev.ose.server.admin.director;

import dev.ose.adapter.Secret;
import dev.ose.s3.AddressRange;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.audit.RecordedSignIns;
import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.ProblemJson;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.director.DirectorSignIn;
import dev.ose.server.director.DirectorSignIn.SignedIn;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs the bearers of access tokens of Cloud Director in, and records it: the same at every interface. An access token
 * has the shape of a JWT, which no token of OSE has.
 */
public final class DirectorLogins {

    /** The header with the organisation that the provider acts for. */
    public static final String CONTEXT = "X-VMWARE-VCLOUD-TENANT-CONTEXT";

    /** The header of the older API with its token, in lower case. */
    public static final String LEGACY = "x-vcloud-authorization";

    private static final String SCHEME = "Bearer ";
    private static final int MAX_LENGTH = 16_384;
    private static final Pattern JWT = Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

    private static final Pattern LEGACY_TOKEN = Pattern.compile("[A-Za-z0-9+/=_.-]+");

    private final Supplier<DirectorSignIn> signIn;
    private final Supplier<AuditTrail> trail;
    private final RecordedSignIns recorded;
    private final boolean takesLegacy;

    /** The header fields of a request. */
    @FunctionalInterface
    public interface Headers {

        /** The value of the first field of that name; null if there is none. */
        @Nullable
        String find(String name);
    }

    /**
     * Both suppliers wait for the node's start if it is not over yet.
     *
     * @param takesLegacy whether tokens of the older API are taken, too
     */
    public DirectorLogins(Supplier<DirectorSignIn> signIn, Supplier<AuditTrail> trail, boolean takesLegacy) {
        this.signIn = signIn;
        this.trail = trail;
        this.takesLegacy = takesLegacy;
        this.recorded = new RecordedSignIns(LoginKind.TOKEN, trail);
    }

    /**
     * The token that a request shows: in {@code Authorization} or, if the older API's are taken and there is no such
     * header, in {@value #LEGACY}. Empty if there is none of Cloud Director's.
     *
     * @param headers finds the value of a header by its name in lower case
     */
    public Optional<Secret> token(Headers headers) {
        @Nullable String authorization = headers.find("authorization");
        return authorization == null ? legacyToken(headers) : accessToken(authorization);
    }

    /**
     * Whether a request without {@code Authorization} has a token of the older API as its login, be it one or not: no
     * other login of the request counts then.
     */
    public boolean isLegacyShown(Headers headers) {
        return takesLegacy && headers.find(LEGACY) != null;
    }

    private Optional<Secret> legacyToken(Headers headers) {
        return Optional.ofNullable(takesLegacy ? headers.find(LEGACY) : null)
                .filter(token -> token.length() <= MAX_LENGTH
                        && LEGACY_TOKEN.matcher(token).matches())
                .map(Secret::of);
    }

    private static Optional<Secret> accessToken(String authorization) {
        if (authorization.length() > MAX_LENGTH || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        String token = authorization.substring(SCHEME.length());
        return JWT.matcher(token).matches() ? Optional.of(Secret.of(token)) : Optional.empty();
    }

    /**
     * Signs the bearer of the token in. Blocks on Cloud Director and the database.
     *
     * @param context the value of {@link #CONTEXT}; null for none
     * @throws FailureException of {@link DirectorSignIn}, and of the audit log
     */
    public SignedIn signIn(RecordedSignIns.Attempt attempt, Secret token, @Nullable String context) {
        SignedIn signedIn;
        try {
            signedIn = signIn.get()
                    .signIn(
                            token,
                            AddressRange.networkOf(attempt.address()),
                            context,
                            new AuditedCreations(trail, attempt));
        } catch (FailureException e) {
            record(attempt, BearerDigest.of(token), e.failure());
            throw e;
        }
        recorded.accepted(attempt, signedIn.caller());
        return signedIn;
    }

    /** Decisions only: neither what could not be asked, nor what was too much. */
    private void record(RecordedSignIns.Attempt attempt, String digest, Failure failure) {
        boolean isDecision = failure instanceof Failure.DirectorTokenRefused || failure instanceof Failure.OfAccess;
        if (isDecision) {
            Problem problem = ProblemJson.of(failure);
            recorded.refusedOnce(attempt, digest, Optional.empty(), new AuditOutcome(problem.status(), problem.code()));
        }
    }
}
