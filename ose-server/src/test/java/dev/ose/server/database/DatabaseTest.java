package dev.ose.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DatabaseTest {

    @Test
    void poolKeepsToItsLimits() {
        HikariConfig config = new HikariConfig();

        Database.limit(
                config,
                new DatabaseSettings.Pool(7, Duration.ofMillis(700), Duration.ofSeconds(40), Duration.ofMinutes(3)));

        assertThat(config.getMaximumPoolSize()).isEqualTo(7);
        assertThat(config.getConnectionTimeout()).isEqualTo(700);
        assertThat(config.getValidationTimeout()).isLessThanOrEqualTo(700);
        assertThat(config.getIdleTimeout()).isEqualTo(40_000);
        assertThat(config.getMaxLifetime()).isEqualTo(180_000);
    }
}
