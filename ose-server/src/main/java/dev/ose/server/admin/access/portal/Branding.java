package dev.ose.server.admin.access.portal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the portal presents itself. What is null or empty is the portal's own.
 *
 * @param productName stands for the name of the product
 * @param accent of links and buttons
 * @param signInText stands on the page of the sign-in; plain text
 * @param links at the foot of each page
 * @param logo stands beside the name
 */
public record Branding(
        @Nullable String productName,
        Accent accent,
        @Nullable String signInText,
        List<Link> links,
        @Nullable LogoImage logo) {

    /** The portal as it is delivered. */
    public static final Branding NONE = new Branding(null, new Accent(null, null), null, List.of(), null);

    /**
     * Colours as {@code #rrggbb}, in lower case.
     *
     * @param light in the light theme
     * @param dark in the dark theme
     */
    public record Accent(@Nullable String light, @Nullable String dark) {}

    /** A link to a page of the provider. */
    public record Link(String title, String url) {}

    public Branding {
        links = List.copyOf(links);
    }

    /** The same with another logo. */
    public Branding withLogo(@Nullable LogoImage other) {
        return new Branding(productName, accent, signInText, links, other);
    }
}
