package dev.ose.server.admin.s3;

import dev.ose.adapter.Secret;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.server.access.ManagementLogins;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.session.LiveSession;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.access.token.TokenLogin;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.admin.audit.RecordedSignIns;
import dev.ose.server.admin.director.DirectorLogins;
import dev.ose.server.admin.session.SessionCookie;
import dev.ose.server.admin.session.SessionLogin;
import dev.ose.server.admin.token.TokenLoginFilter;
import dev.ose.server.admin.token.TokenLogins;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.director.DirectorSignIn;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.Identity;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the logins of the management API in requests to S3. They are checked as there, by the same parts; what differs
 * is that administrators of the provider have no user to act as.
 */
public final class S3Logins implements ManagementLogins {

    /** The values of {@code Sec-Fetch-Site} of pages of this origin, and of what a user typed. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Sessions sessions;
    private final TokenLogins tokens;
    private final @Nullable DirectorLogins director;
    private final S3Users users;
    private final Optional<String> origin;

    /**
     * @param director null without a link to Cloud Director
     * @param origin of the portal, as configured; empty if it is what each request names
     */
    public S3Logins(
            Sessions sessions,
            TokenLogins tokens,
            @Nullable DirectorLogins director,
            S3Users users,
            Optional<String> origin) {
        this.sessions = sessions;
        this.tokens = tokens;
        this.director = director;
        this.users = users;
        this.origin = origin;
    }

    @Override
    public Optional<Attempt> find(Request request) {
        @Nullable String authorization = request.headers().get("authorization");
        if (authorization != null) {
            return bearer(request, authorization);
        }
        if (director != null && director.isLegacyShown(request.headers()::get)) {
            return ofDirector(request);
        }
        return SessionCookie.SESSION
                .in(request.headers().get("cookie"))
                .filter(_ -> isOfOwnPage(request))
                .map(bearer -> new OfSession(
                        bearer,
                        Sessions.isForged(
                                request.method(),
                                bearer,
                                request.headers().get(SessionLogin.COMPANION.toLowerCase(Locale.ROOT))),
                        request.client()));
    }

    private Optional<Attempt> bearer(Request request, String authorization) {
        Optional<Secret> personal = TokenLoginFilter.token(authorization);
        if (personal.isPresent()) {
            return personal.map(token -> new OfToken(token, request));
        }
        return ofDirector(request);
    }

    private Optional<Attempt> ofDirector(Request request) {
        return director == null
                ? Optional.empty()
                : director.token(request.headers()::get)
                        .map(token -> new OfDirector(
                                director,
                                token,
                                request.headers().get(DirectorLogins.CONTEXT.toLowerCase(Locale.ROOT)),
                                request));
    }

    /**
     * Browsers also send the cookie if a page of another origin of the same site causes the request, such as a page
     * among the objects of a virtual host; they state where it comes from.
     */
    private boolean isOfOwnPage(Request request) {
        HeaderLookup headers = request.headers();
        @Nullable String site = headers.get("sec-fetch-site");
        @Nullable String page = headers.get("origin");
        return (site == null || OWN_SITES.contains(site))
                && (page == null
                        || page.equalsIgnoreCase(request.origin())
                        || origin.filter(page::equals).isPresent());
    }

    private final class OfSession implements Attempt {

        private final Secret bearer;
        private final boolean isForged;
        private final InetAddress client;

        OfSession(Secret bearer, boolean isForged, InetAddress client) {
            this.bearer = bearer;
            this.isForged = isForged;
            this.client = client;
        }

        @Override
        public boolean isAmbient() {
            return true;
        }

        @Override
        public SignedIn signIn() {
            LiveSession live = sessions.find(bearer).orElseThrow(S3Refusals::sessionEnded);
            if (isForged) {
                throw S3Refusals.forged();
            }
            return new SignedIn(user(live.account().caller(), client), LoginKind.SESSION, false);
        }
    }

    private final class OfToken implements Attempt {

        private final Secret bearer;
        private final RecordedSignIns.Attempt recorded;
        private final InetAddress client;

        OfToken(Secret bearer, Request request) {
            this.bearer = bearer;
            this.client = request.client();
            this.recorded = attempt(request);
        }

        @Override
        public boolean isAmbient() {
            return false;
        }

        @Override
        public SignedIn signIn() {
            Optional<TokenLogin> found;
            try {
                found = tokens.signIn(recorded, bearer);
            } catch (FailureException e) {
                throw S3Refusals.of(e.failure());
            }
            TokenLogin login = found.orElseThrow(S3Refusals::unknownToken);
            return signedIn(login.account().caller(), login.scope(), client);
        }
    }

    private final class OfDirector implements Attempt {

        private final DirectorLogins logins;
        private final Secret token;
        private final @Nullable String context;
        private final RecordedSignIns.Attempt recorded;
        private final InetAddress client;

        OfDirector(DirectorLogins logins, Secret token, @Nullable String context, Request request) {
            this.logins = logins;
            this.token = token;
            this.context = context;
            this.client = request.client();
            this.recorded = attempt(request);
        }

        @Override
        public boolean isAmbient() {
            return false;
        }

        @Override
        public SignedIn signIn() {
            DirectorSignIn.SignedIn signedIn;
            try {
                signedIn = logins.signIn(recorded, token, context);
            } catch (FailureException e) {
                throw S3Refusals.of(e.failure());
            }
            return signedIn(signedIn.caller(), signedIn.scope(), client);
        }
    }

    private static RecordedSignIns.Attempt attempt(Request request) {
        return new RecordedSignIns.Attempt(request.id(), request.client().getHostAddress(), AuditSource.S3);
    }

    private SignedIn signedIn(AdminCaller caller, TokenScope scope, InetAddress client) {
        if (scope.tenant() != null
                && caller instanceof AdminCaller.Member member
                && !member.tenant().equals(scope.tenant())) {
            throw S3Refusals.otherTenant();
        }
        return new SignedIn(user(caller, client), LoginKind.TOKEN, scope.isReadOnly());
    }

    private Identity user(AdminCaller caller, InetAddress client) {
        return switch (caller) {
            case AdminCaller.Member member -> users.find(member, client).orElseThrow(S3Refusals::unfinishedUser);
            case AdminCaller.Provider _, AdminCaller.Anonymous _ -> throw S3Refusals.noUser();
        };
    }
}
