package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.Secret;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The gateway's accounts, of which it has no other list than that of all, secret keys included. */
final class GatewayAccounts {

    /** May create buckets, which the role {@code user} may not. */
    private static final String OF_USERS = "userplus";

    private static final String OF_MARKERS = "user";

    private final VersityAdminApi api;
    private final SecureRandom random;

    GatewayAccounts(VersityAdminApi api, SecureRandom random) {
        this.api = api;
        this.random = random;
    }

    /** Fails unless the administrator can log in and administer accounts. */
    void check() {
        all();
    }

    /** All accounts that this adapter made. */
    List<GatewayAccount> all() {
        VersityRequest request = VersityRequest.ask(api.admin(), "/list-users", "list its accounts");
        return api.send(request).required().read("ListUserAccountsResult", GatewayAccounts::read);
    }

    Optional<GatewayAccount> find(String accessKey) {
        return all().stream()
                .filter(account -> account.accessKey().equals(accessKey))
                .findFirst();
    }

    /** Creates a user's account with a first key, or returns the one of that name. */
    GatewayAccount createUser(String accessKey, String name) {
        return create(accessKey, AccountState.withKey(name, random), OF_USERS);
    }

    /** Creates an account that owns nothing, with a secret key that is never given out, or returns it. */
    GatewayAccount createMarker(String accessKey, String name) {
        return create(accessKey, AccountState.withoutKey(name, random), OF_MARKERS);
    }

    private GatewayAccount create(String accessKey, AccountState state, String role) {
        byte[] document = new XmlWriter()
                .start("Account")
                .element("Access", accessKey)
                .element("Secret", text(state.stored(random)))
                .element("Role", role)
                .end()
                .toBytes();
        VersityAnswer answer = api.send(VersityRequest.order(api.admin(), "/create-user", "create an account")
                .with(document));
        if (answer.isRefusedAs(VersityError.USER_EXISTS)) {
            return find(accessKey)
                    .orElseThrow(() -> new PlatformException(
                            Kind.REJECTED, "The Versity S3 Gateway has an account " + accessKey + " of others."));
        }
        answer.required();
        return new GatewayAccount(accessKey, state);
    }

    /** Replaces the state of an account, in one step. */
    void put(String accessKey, AccountState state, String purpose) {
        byte[] document = new XmlWriter()
                .start("MutableProps")
                .element("Secret", text(state.stored(random)))
                .end()
                .toBytes();
        api.send(VersityRequest.order(api.admin(), "/update-user", purpose)
                        .with("access", accessKey)
                        .with(document))
                .required();
    }

    /** Deletes an account, if there is one; the caller has seen to it that it owns nothing: the gateway does not. */
    void delete(String accessKey) {
        api.send(VersityRequest.order(api.admin(), "/delete-user", "delete an account")
                        .with("access", accessKey))
                .required();
    }

    private static List<GatewayAccount> read(XmlReader reader) {
        List<GatewayAccount> accounts = new ArrayList<>();
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            if (child.equals("Accounts")) {
                readAccount(reader).ifPresent(accounts::add);
            } else {
                reader.skip();
            }
        }
        return accounts;
    }

    private static Optional<GatewayAccount> readAccount(XmlReader reader) {
        String accessKey = "";
        Secret secretKey = Secret.of("");
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            switch (child) {
                case "Access" -> accessKey = reader.text();
                case "Secret" -> secretKey = Secret.of(reader.text());
                default -> reader.skip();
            }
        }
        String found = accessKey;
        return AccountState.read(secretKey).map(state -> new GatewayAccount(found, state));
    }

    private static String text(Secret value) {
        return value.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
