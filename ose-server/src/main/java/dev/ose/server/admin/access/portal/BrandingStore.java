package dev.ose.server.admin.access.portal;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import org.jspecify.annotations.Nullable;

/** Stores the one branding of the provider. Every method blocks on the database. */
public interface BrandingStore {

    /** The branding with its logo. */
    Revised<Branding> get();

    /** Replaces all but the logo; fails with {@code Outdated}. */
    void put(Branding branding, Expected expected);

    /** Replaces the logo, or removes it with null; fails with {@code Outdated}. */
    void putLogo(@Nullable LogoImage logo, Expected expected);
}
