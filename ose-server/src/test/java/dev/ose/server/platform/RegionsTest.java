package dev.ose.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RegionsTest {

    private static final PlatformId MAIN = new PlatformId(1);
    private static final PlatformId ARCHIVE = new PlatformId(2);
    private static final PlatformId PLAIN = new PlatformId(3);

    private final Regions regions = new Regions("here-1", MAIN, Map.of(ARCHIVE, "cold-1"));

    @Test
    void platformWithoutARegionHasThatOfTheService() {
        assertThat(regions.all()).containsExactly("here-1", "cold-1");
        assertThat(regions.of(ARCHIVE)).isEqualTo("cold-1");
        assertThat(regions.of(PLAIN)).isEqualTo("here-1");
    }

    @Test
    void regionNamesOnePlatform() {
        assertThat(regions.platform("cold-1", MAIN)).contains(ARCHIVE);
        assertThat(regions.platform("here-1", ARCHIVE)).contains(MAIN);
        assertThat(regions.platform("here-1", PLAIN)).contains(PLAIN);
        assertThat(regions.platform("moon-1", MAIN)).isEmpty();
        assertThatThrownBy(() -> new Regions("here-1", MAIN, Map.of(ARCHIVE, "cold-1", PLAIN, "cold-1")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Regions("here-1", MAIN, Map.of(ARCHIVE, "here-1")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void signatureForTheServiceCreatesBucketsAnywhere() {
        assertThat(regions.mayCreate("here-1", "cold-1")).isTrue();
        assertThat(regions.mayCreate("cold-1", "cold-1")).isTrue();
        assertThat(regions.mayCreate("cold-1", "here-1")).isFalse();
    }
}
