package dev.ose.osis.service;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All operations of the contract. The first matching route wins: {@code query} is not an id. */
final class Routes {

    private static final String TENANT = "/api/v1/tenants/{tenantId}";
    private static final String USERS = TENANT + "/users";
    private static final String USER = USERS + "/{userId}";
    private static final String KEYS = USER + "/s3credentials";
    private static final String KEY = "/api/v1/s3credentials/{accessKey}";

    private final List<Route> routes;

    /** The matched operation, with the variables of its path. */
    record Match(Route route, Map<String, String> variables) {}

    Routes(OsisAuthenticator doorman, PlatformCalls platform, TenantCalls tenants, UserCalls users, KeyCalls keys) {
        routes = List.of(
                Route.open("GET", "/api/info", platform::info),
                Route.open("POST", "/api/v1/auth/login", doorman::login),
                Route.open("POST", "/api/v1/auth/token", doorman::refresh),
                Route.of("GET", "/api/v1/s3capabilities", platform::capabilities),
                Route.of("GET", "/api/v1/usage", platform::usage),
                Route.of("GET", "/api/v1/bucket-list", platform::buckets),
                Route.of("GET", "/api/v1/console", platform::console),
                Route.of("GET", "/api/v1/bucket-logging-id", platform::bucketLoggingId),
                Route.of("GET", "/api/v1/anonymous-user", platform::anonymousUser),
                Route.of("POST", "/api/v1/tenants", tenants::create),
                Route.of("GET", "/api/v1/tenants", tenants::list),
                Route.of("GET", "/api/v1/tenants/query", tenants::query),
                Route.of("HEAD", TENANT, tenants::head),
                Route.of("GET", TENANT, tenants::get),
                Route.of("PATCH", TENANT, tenants::update),
                Route.of("DELETE", TENANT, tenants::delete),
                Route.of("POST", USERS, users::create),
                Route.of("GET", USERS, users::list),
                Route.of("GET", "/api/v1/users/query", users::query),
                Route.of("GET", "/api/v1/users/{canonicalUserId}", users::getByCanonicalId),
                Route.of("HEAD", USER, users::head),
                Route.of("GET", USER, users::get),
                Route.of("PATCH", USER, users::updateStatus),
                Route.of("DELETE", USER, users::delete),
                Route.of("POST", KEYS, keys::create),
                Route.of("GET", KEYS, keys::list),
                Route.of("GET", "/api/v1/s3credentials/query", keys::query),
                Route.of("GET", KEY, keys::get),
                Route.of("PATCH", KEY, keys::updateStatus),
                Route.of("DELETE", KEY, keys::delete));
    }

    /** The operations at this path, by HTTP method. */
    Map<String, Match> at(List<String> path) {
        return routes.stream()
                .flatMap(route -> route.match(path).map(variables -> new Match(route, variables)).stream())
                .collect(Collectors.toMap(match -> match.route().method(), match -> match, (first, other) -> first));
    }
}
