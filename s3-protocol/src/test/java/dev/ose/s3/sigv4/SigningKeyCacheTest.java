package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SigningKeyCacheTest {

    private static final AccessKeyId OTHER = new AccessKeyId("OTHER");
    private static final SigningKeyCache.Id ID = new SigningKeyCache.Id(Examples.ACCESS_KEY, 1, Examples.SCOPE);

    @Test
    void keyIsFoundUnderItsWholeIdOnly() {
        SigningKeyCache cache = new SigningKeyCache(100);
        cache.put(ID, Examples.KEY);

        assertThat(cache.find(ID)).containsSame(Examples.KEY);
        assertThat(cache.find(new SigningKeyCache.Id(Examples.ACCESS_KEY, 2, Examples.SCOPE)))
                .isEmpty();
        assertThat(cache.find(new SigningKeyCache.Id(OTHER, 1, Examples.SCOPE))).isEmpty();
        assertThat(cache.find(new SigningKeyCache.Id(
                        Examples.ACCESS_KEY, 1, new CredentialScope("20130525", "us-east-1", "s3"))))
                .isEmpty();
    }

    @Test
    void invalidateForgetsAllKeysOfAnAccessKeyAndNoOther() {
        SigningKeyCache cache = new SigningKeyCache(100);
        SigningKeyCache.Id rotated = new SigningKeyCache.Id(Examples.ACCESS_KEY, 2, Examples.SCOPE);
        SigningKeyCache.Id other = new SigningKeyCache.Id(OTHER, 1, Examples.SCOPE);
        cache.put(ID, Examples.KEY);
        cache.put(rotated, Examples.KEY);
        cache.put(other, Examples.KEY);

        cache.invalidate(Examples.ACCESS_KEY);

        assertThat(cache.find(ID)).isEmpty();
        assertThat(cache.find(rotated)).isEmpty();
        assertThat(cache.find(other)).isPresent();
    }

    @Test
    void leastRecentlyUsedKeyGivesWay() {
        SigningKeyCache cache = new SigningKeyCache(32);
        cache.put(ID, Examples.KEY);
        for (int version = 2; version < 1_000; version++) {
            assertThat(cache.find(ID)).isPresent();
            cache.put(new SigningKeyCache.Id(Examples.ACCESS_KEY, version, Examples.SCOPE), Examples.KEY);
        }

        assertThat(cache.find(ID)).isPresent();
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void sizeIsBounded() {
        SigningKeyCache cache = new SigningKeyCache(100);
        for (int i = 0; i < 5_000; i++) {
            cache.put(new SigningKeyCache.Id(new AccessKeyId("AK" + i), 1, Examples.SCOPE), Examples.KEY);
        }

        assertThat(cache.size()).isBetween(50, 112);
    }

    @Test
    void keyOfAnotherScopeIsABug() {
        SigningKeyCache.Id id =
                new SigningKeyCache.Id(Examples.ACCESS_KEY, 1, new CredentialScope("20130525", "us-east-1", "s3"));

        assertThatIllegalArgumentException().isThrownBy(() -> new SigningKeyCache(1).put(id, Examples.KEY));
    }
}
