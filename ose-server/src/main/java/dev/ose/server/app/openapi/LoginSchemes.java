package dev.ose.server.app.openapi;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperation.Method;
import dev.ose.server.admin.access.AdminRole;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.ArrayList;
import java.util.List;

/** The ways to prove a login, and which of them an operation takes. */
final class LoginSchemes {

    private static final String SESSION = "session";
    private static final String CSRF = "csrf";
    private static final String BEARER = "bearer";
    private static final String BASIC = "basic";

    private LoginSchemes() {}

    static void describe(Components components) {
        components
                .addSecuritySchemes(
                        SESSION,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.APIKEY)
                                .in(SecurityScheme.In.COOKIE)
                                .name("__Host-ose-session")
                                .description("Set by SignIn and by a sign-in at an identity provider."))
                .addSecuritySchemes(
                        CSRF,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.APIKEY)
                                .in(SecurityScheme.In.HEADER)
                                .name("X-OSE-CSRF")
                                .description("The csrf of the session, which ShowSession returns; for writes."))
                .addSecuritySchemes(
                        BEARER,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .description("A token of CreateToken, or an access token of Cloud Director."))
                .addSecuritySchemes(
                        BASIC,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("basic")
                                .description(
                                        "Name and password; users of tenants are USER@TENANT. Not for accounts with"
                                                + " a second factor."));
    }

    static List<SecurityRequirement> of(AdminOperation operation) {
        List<SecurityRequirement> accepted = new ArrayList<>();
        if (operation.roles().contains(AdminRole.ANONYMOUS)) {
            accepted.add(new SecurityRequirement());
            if (operation.roles().contains(AdminRole.TENANT_USER)) {
                return accepted;
            }
        }
        SecurityRequirement session = new SecurityRequirement().addList(SESSION);
        accepted.add(operation.route().method() == Method.GET ? session : session.addList(CSRF));
        if (!operation.needsSignIn()) {
            accepted.add(new SecurityRequirement().addList(BEARER));
        }
        accepted.add(new SecurityRequirement().addList(BASIC));
        return accepted;
    }
}
