package dev.ose.adapter.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DerivedIdsTest {

    private static final DerivedIds IDS = new DerivedIds('.');

    @Test
    void differentExternalIdsAreDifferentTenants() {
        List<String> ids =
                List.of("a-b", "a_b", "a__b", "a.b", "A-b", "a_2eb", "a_2db", "ab", "a b", "ä", "tenant-marker");

        assertThat(ids).extracting(IDS::tenant).doesNotHaveDuplicates().allMatch(IDS::isTenant);
    }

    /** Otherwise the user of one tenant could be that of another. */
    @Test
    void separatorInAnExternalIdDoesNotMoveTheBorderOfTheTenant() {
        PlatformUserId one = IDS.user(IDS.tenant("a"), "b.c");
        PlatformUserId other = IDS.user(IDS.tenant("a.b"), "c");

        assertThat(one).isNotEqualTo(other);
        assertThat(IDS.tenantOf(one)).isEqualTo(IDS.tenant("a"));
        assertThat(IDS.tenantOf(other)).isEqualTo(IDS.tenant("a.b"));
    }

    @Test
    void noUserIsTheMarkerOfItsTenant() {
        PlatformTenantId tenant = IDS.tenant("a");

        assertThat(IDS.user(tenant, "tenant-marker")).isNotEqualTo(IDS.marker(tenant));
        assertThat(IDS.nameInTenant(IDS.marker(tenant))).isEmpty();
        assertThat(IDS.nameInTenant(IDS.user(tenant, "tenant-marker"))).contains("tenant__marker");
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "a.", ".a", "a-b.c", "a/b.c"})
    void otherNamesAreNoUsers(String name) {
        assertThat(IDS.nameInTenant(new PlatformUserId(name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(chars = {'a', '0', '_'})
    void separatorIsNoCharacterOfNames(char separator) {
        assertThatThrownBy(() -> new DerivedIds(separator)).isInstanceOf(IllegalArgumentException.class);
    }
}
