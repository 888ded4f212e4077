package dev.ose.server.admin.portal;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.access.portal.Branding;
import dev.ose.server.admin.access.portal.LogoImage;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The JSON document of the branding. What is absent is the portal's own.
 *
 * @param productName stands for the name of the product
 * @param accentColor of links and buttons in the light theme, as {@code #rrggbb}; its contrast to the lightest blue
 *     behind links, #dff0fb, is at least 4.5
 * @param darkAccentColor the same in the dark theme, in contrast to #1a3a50
 * @param signInText stands on the page of the sign-in; plain text, line breaks are kept
 * @param links at the foot of each page, up to 5
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Branding")
record BrandingDocument(
        @Schema(maxLength = BrandingDocument.MAX_NAME) @Nullable
        String productName,

        @Schema(pattern = "^#[0-9A-Fa-f]{6}$") @Nullable String accentColor,
        @Schema(pattern = "^#[0-9A-Fa-f]{6}$") @Nullable String darkAccentColor,

        @Schema(maxLength = BrandingDocument.MAX_TEXT) @Nullable
        String signInText,

        @Nullable List<Link> links) {

    static final int MAX_NAME = 60;
    static final int MAX_TEXT = 1_000;
    private static final int MAX_LINKS = 5;
    private static final int MAX_URL = 500;

    /** A link to a page of the provider, by https, http or mailto. */
    @Schema(name = "BrandingLink")
    record Link(
            @Required @Nullable String title,
            @Required @Nullable String url) {

        private Branding.Link link() {
            @Nullable String name = PlainText.line("links.title", Input.required("links.title", title), MAX_NAME);
            String address = Input.required("links.url", url);
            if (name == null) {
                throw invalid("links.title", "is missing");
            }
            if (address.length() > MAX_URL || !PlainText.isLine(address) || !isLink(address)) {
                throw invalid(
                        "links.url",
                        "must be an address of https, http or mailto with at most " + MAX_URL + " characters");
            }
            return new Branding.Link(name, address);
        }

        private static boolean isLink(String address) {
            try {
                URI uri = new URI(address);
                @Nullable String scheme = uri.getScheme();
                return scheme != null
                        && switch (scheme.toLowerCase(Locale.ROOT)) {
                            case "https", "http" -> uri.getHost() != null;
                            case "mailto" -> uri.getSchemeSpecificPart().indexOf('@') > 0;
                            default -> false;
                        };
            } catch (URISyntaxException e) {
                return false;
            }
        }
    }

    /** Fails with {@code Invalid}, which names the field. */
    Branding branding() {
        List<Branding.Link> checked = new ArrayList<>();
        for (Link link : links == null ? List.<Link>of() : Input.each("links", links)) {
            checked.add(link.link());
        }
        if (checked.size() > MAX_LINKS) {
            throw invalid("links", "must be at most " + MAX_LINKS);
        }
        return new Branding(
                PlainText.line("productName", productName, MAX_NAME),
                new Branding.Accent(
                        Contrast.LIGHT.checked("accentColor", accentColor),
                        Contrast.DARK.checked("darkAccentColor", darkAccentColor)),
                PlainText.lines("signInText", signInText, MAX_TEXT),
                checked,
                null);
    }

    static BrandingDocument of(Branding branding) {
        return new BrandingDocument(
                branding.productName(),
                branding.accent().light(),
                branding.accent().dark(),
                branding.signInText(),
                branding.links().stream()
                        .map(link -> new Link(link.title(), link.url()))
                        .toList());
    }

    /**
     * A branding with what is known of its logo.
     *
     * @param logo the path of its logo, another one for each image; absent if it has none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "BrandingView")
    record View(BrandingDocument branding, @Nullable String logo) {

        static View of(Branding branding) {
            @Nullable LogoImage logo = branding.logo();
            return new View(
                    BrandingDocument.of(branding), logo == null ? null : BrandingController.LOGOS + logo.digest());
        }
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
