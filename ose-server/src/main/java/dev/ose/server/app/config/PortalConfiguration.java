package dev.ose.server.app.config;

import dev.ose.server.admin.access.portal.AnnouncementStore;
import dev.ose.server.admin.access.portal.BrandingStore;
import dev.ose.server.admin.access.portal.PresentBranding;
import dev.ose.server.admin.jdbc.JdbcAnnouncementStore;
import dev.ose.server.admin.jdbc.JdbcBrandingStore;
import dev.ose.server.admin.portal.AnnouncementController;
import dev.ose.server.admin.portal.BrandingController;
import dev.ose.server.database.Database;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What the provider has the portal show. */
@ControlPlane
@Import({AnnouncementController.class, BrandingController.class})
class PortalConfiguration {

    @Bean
    AnnouncementStore announcementStore(Database database) {
        return new JdbcAnnouncementStore(database);
    }

    @Bean
    BrandingStore brandingStore(Database database) {
        return new JdbcBrandingStore(database);
    }

    @Bean
    PresentBranding presentBranding(BrandingStore store) {
        return new PresentBranding(store, System::nanoTime);
    }
}
