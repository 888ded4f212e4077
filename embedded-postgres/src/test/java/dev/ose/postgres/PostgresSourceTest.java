package dev.ose.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresSourceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/ose",
                "jdbc:postgresql://[::1]:5433/ose",
                "jdbc:postgresql://one:5432,two:5433/ose?sslmode=verify-full&targetServerType=primary",
            })
    void urlOfConnectionsHasTheParametersOfTheGivenOneOnly(String url) {
        assertThat(PostgresSource.of(url).getUrl()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mysql://127.0.0.1/ose", "jdbc:postgresql://127.0.0.1:port/ose?password=hidden"})
    void otherUrlsAreRefusedWithoutTheirPassword(String url) {
        assertThatThrownBy(() -> PostgresSource.of(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hidden");
    }
}
