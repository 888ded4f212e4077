package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.plugin.DerivedIds;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The names of what OSE makes at AWS, and the keys of its records. */
final class AwsNames {

    /** All that OSE makes in IAM is on this path, and nothing else may be. */
    static final String PATH = "/ose/";

    /** The tag of accounts and users that names the tenant. */
    static final String TENANT_TAG = "ose-tenant";

    /** The tag of users that names the user in the tenant. */
    static final String USER_TAG = "ose-user";

    /** Keys of records have 1,024 bytes, values of tags 256 characters. */
    private static final int MAX_LENGTH = 250;

    private static final int MAX_ACCOUNT_NAME = 50;

    /** Of SHA-256, as hexadecimal characters: 128 bits. */
    private static final int HASH_CHARACTERS = 32;

    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final DerivedIds IDS = new DerivedIds('.');

    private AwsNames() {}

    static PlatformTenantId tenant(String externalId) {
        PlatformTenantId tenant = IDS.tenant(externalId);
        requireLength(tenant.value());
        return tenant;
    }

    static PlatformUserId user(PlatformTenantId tenant, String externalId) {
        PlatformUserId user = IDS.user(tenant, externalId);
        requireLength(user.value());
        return user;
    }

    private static void requireLength(String id) {
        if (id.length() > MAX_LENGTH) {
            throw new PlatformException(
                    Kind.REJECTED, "The ids of a tenant and a user are too long for AWS together: " + id + '.');
        }
    }

    static boolean isTenant(PlatformTenantId tenant) {
        return IDS.isTenant(tenant) && tenant.value().length() <= MAX_LENGTH;
    }

    static boolean isUser(PlatformUserId user) {
        return user.value().length() <= MAX_LENGTH
                && IDS.nameInTenant(user).filter(DerivedIds::isEncoded).isPresent();
    }

    /** The tenant of a user for which {@link #isUser} holds. */
    static PlatformTenantId tenantOf(PlatformUserId user) {
        return IDS.tenantOf(user);
    }

    /** The user of IAM: its names are unique in an account, which several tenants may share, whatever their case. */
    static String iamUser(PlatformUserId user) {
        return "ose-" + hash(user.value());
    }

    /** One of the managed policies of a user, which open buckets. */
    static String policy(PlatformUserId user, int number) {
        return iamUser(user) + '-' + number;
    }

    /** The name of an account that is created: for people in front, and unique behind. */
    static String account(PlatformTenantId tenant, String name) {
        String hash = hash(tenant.value());
        String readable = name.replaceAll("[^ -~]", "_");
        int room = MAX_ACCOUNT_NAME - hash.length() - 1;
        return readable.substring(0, Math.min(readable.length(), room)) + ' ' + hash;
    }

    /** The address of the root user of an account that is created. */
    static String email(String pattern, PlatformTenantId tenant) {
        return pattern.replace("{tenant}", hash(tenant.value()));
    }

    static String recordOf(PlatformTenantId tenant) {
        return "ose/tenants/" + tenant.value() + ".json";
    }

    /** What the keys of records of a tenant's users begin with. */
    static String recordsOfUsers(PlatformTenantId tenant) {
        return "ose/users/" + tenant.value() + '/';
    }

    static String recordOf(PlatformUserId user) {
        return recordsOfUsers(tenantOf(user)) + user.value() + ".json";
    }

    static String recordOf(String bucket) {
        return "ose/buckets/" + bucket + ".json";
    }

    /** Whether S3 permits such a bucket; no pattern of policies is one. */
    static boolean isBucket(String bucket) {
        return BUCKET.matcher(bucket).matches();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime lacks SHA-256", e);
        }
    }
}
