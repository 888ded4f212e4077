package dev.ose.server.app.config;

import dev.ose.keyring.Keyring;
import dev.ose.server.app.boot.Foundation;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.CacheInvalidationListener;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.ChangeListener;
import dev.ose.server.database.Database;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.pagination.jdbc.JdbcListReader;
import dev.ose.server.runtime.jobs.Jobs;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;

/** The database, its caches and its locks. */
@ControlPlane
class DatabaseConfiguration {

    @Bean
    Keyring keyring(Supplier<Foundation> foundation) {
        return foundation.get().keyring();
    }

    /** Closed last, by the code that started it. */
    @Bean(destroyMethod = "")
    Database database(Supplier<Foundation> foundation) {
        return foundation.get().database();
    }

    @Bean
    AdvisoryLocks advisoryLocks(Database database) {
        return new AdvisoryLocks(database);
    }

    @Bean
    ListReader lists(Database database, CatchUp catchUp) {
        return new JdbcListReader(database, catchUp);
    }

    @Bean
    CacheValidity cacheValidity() {
        return new CacheValidity(System::nanoTime);
    }

    @Bean
    ChangeListener changeListener(
            Jobs jobs, Database database, CacheValidity validity, List<CacheInvalidationListener> caches) {
        return ChangeListener.start(jobs, database, validity, caches);
    }
}
