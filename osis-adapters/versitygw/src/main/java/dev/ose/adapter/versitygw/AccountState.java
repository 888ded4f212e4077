package dev.ose.adapter.versitygw;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * What an account of the gateway stands for, as it is kept in the account's secret key: the gateway has no other field
 * for it, and changes this one as a whole. The texts are
 *
 * <pre>
 * ose1.key.RANDOM.NAME                 the user is active; the whole text is its secret key
 * ose1.none.RANDOM.NAME                it has no key: this text is never given out
 * ose1.stopped.RANDOM.ose1.key.R.NAME  it is stopped: the text of its key stands behind, and opens nothing
 * </pre>
 *
 * with the name in Base64. So one change of one field stops a user, and one brings the same key back.
 */
final class AccountState {

    private static final String PREFIX = "ose1.";
    private static final String KEY = PREFIX + "key.";
    private static final String NO_KEY = PREFIX + "none.";
    private static final String STOPPED = PREFIX + "stopped.";
    private static final int RANDOM_BYTES = 32;
    private static final int PARTS = 4;

    private final boolean isActive;
    private final String name;

    /** The text that the account has while it is active. */
    private final Secret active;

    private final boolean hasKey;

    private AccountState(boolean isActive, boolean hasKey, Secret active, String name) {
        this.isActive = isActive;
        this.hasKey = hasKey;
        this.active = active;
        this.name = name;
    }

    /** An account of that name without a key. */
    static AccountState withoutKey(String name, SecureRandom random) {
        return new AccountState(true, false, Secret.of(NO_KEY + chance(random) + '.' + encode(name)), name);
    }

    /** An active account of that name with a new key. */
    static AccountState withKey(String name, SecureRandom random) {
        return new AccountState(true, true, Secret.of(KEY + chance(random) + '.' + encode(name)), name);
    }

    /** Reads the secret key of an account; empty if it is not one of ours. */
    static Optional<AccountState> read(Secret secretKey) {
        String text = text(secretKey);
        boolean isActive = !text.startsWith(STOPPED);
        String active = isActive ? text : text.substring(text.indexOf('.', STOPPED.length()) + 1);
        String[] parts = active.split("\\.", -1);
        boolean hasKey = active.startsWith(KEY);
        if (parts.length != PARTS || !(hasKey || active.startsWith(NO_KEY))) {
            return Optional.empty();
        }
        return decode(parts[PARTS - 1]).map(name -> new AccountState(isActive, hasKey, Secret.of(active), name));
    }

    boolean isActive() {
        return isActive;
    }

    String name() {
        return name;
    }

    /** The secret key that nodes sign with, and that works while the account is active; empty if there is none. */
    Optional<Secret> key() {
        return hasKey ? Optional.of(active) : Optional.empty();
    }

    /** The same with this status. */
    AccountState with(boolean nowActive) {
        return new AccountState(nowActive, hasKey, active, name);
    }

    /** The same with another key, of the same status. */
    AccountState withNewKey(SecureRandom random) {
        return withKey(name, random).with(isActive);
    }

    /** The same without a key, of the same status. */
    AccountState withoutKey(SecureRandom random) {
        return withoutKey(name, random).with(isActive);
    }

    /** What the account's secret key has to be. A stopped account gets another one each time. */
    Secret stored(SecureRandom random) {
        return isActive ? active : Secret.of(STOPPED + chance(random) + '.' + text(active));
    }

    private static String text(Secret value) {
        return value.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static String chance(SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String encode(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> decode(String name) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(name), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
