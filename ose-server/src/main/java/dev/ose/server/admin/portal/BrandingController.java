package dev.ose.server.admin.portal;

import dev.ose.server.admin.access.portal.BrandingStore;
import dev.ose.server.admin.access.portal.LogoImage;
import dev.ose.server.admin.access.portal.PresentBranding;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** How the portal presents itself: for everyone who opens it, and for the provider that edits it. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Portal")
public class BrandingController {

    /** What the paths of logos begin with. */
    static final String LOGOS = "/api/v1/branding/logo/";

    /** The path of a logo is of its content, so it never changes. */
    private static final CacheControl FOREVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final BrandingStore store;
    private final PresentBranding present;

    public BrandingController(BrandingStore store, PresentBranding present) {
        this.store = store;
        this.present = present;
    }

    @GetMapping("/branding")
    @Operation(
            summary = "Show how the portal presents itself",
            description = "Without a login, since the page of the sign-in has it.")
    ResponseEntity<BrandingDocument.View> show() {
        ResponseEntity<BrandingDocument.View> tagged =
                EntityTags.answer(new Revised<>(BrandingDocument.View.of(present.now()), Expected.ABSENT));
        return ResponseEntity.ok()
                .headers(tagged.getHeaders())
                .cacheControl(CacheControl.noCache())
                .body(tagged.getBody());
    }

    /** An image is nothing else, wherever its address is opened. */
    @GetMapping(
            path = "/branding/logo/{digest}",
            produces = {MediaType.IMAGE_PNG_VALUE, MediaType.IMAGE_JPEG_VALUE})
    @Hidden
    ResponseEntity<byte[]> logo(@PathVariable String digest) {
        @Nullable LogoImage logo = present.now().logo();
        if (logo == null || !logo.digest().equals(digest)) {
            throw new FailureException(
                    new Failure.NotFound("logo", digest.substring(0, Math.min(digest.length(), 64))));
        }
        return ResponseEntity.ok()
                .cacheControl(FOREVER)
                .header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("X-Content-Type-Options", "nosniff")
                .contentType(MediaType.parseMediaType(logo.type().mediaType()))
                .body(logo.bytes());
    }

    @GetMapping("/admin/branding")
    @Operation(summary = "Show the branding, to edit it")
    ResponseEntity<BrandingDocument.View> get() {
        return EntityTags.answer(store.get().map(BrandingDocument.View::of));
    }

    @PutMapping("/admin/branding")
    @Operation(
            summary = "Set how the portal presents itself",
            description = "In force on all nodes within seconds. The logo stays.")
    ResponseEntity<BrandingDocument.View> put(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody BrandingDocument wanted) {
        store.put(wanted.branding(), EntityTags.expected(ifMatch));
        present.refresh();
        return get();
    }

    /**
     * An image.
     *
     * @param data a PNG or JPEG of at most 64 KiB and 2,048 pixels a side, in base64
     */
    @Schema(name = "Logo")
    record Logo(@Required @Schema(format = "byte") @Nullable String data) {

        LogoImage image() {
            try {
                return LogoImage.read(Base64.getDecoder().decode(Input.required("data", data)))
                        .orElseThrow(Logo::invalid);
            } catch (IllegalArgumentException notBase64) {
                throw invalid();
            }
        }

        private static FailureException invalid() {
            return new FailureException(new Failure.Invalid(
                    "data",
                    "must be a PNG or JPEG in base64, with at most " + LogoImage.MAX_BYTES + " bytes and "
                            + LogoImage.MAX_SIDE + " pixels a side"));
        }
    }

    @PutMapping("/admin/branding/logo")
    @Operation(
            summary = "Set the logo",
            description = "A PNG or JPEG; SVG is none, since it can contain scripts. In force within seconds.")
    ResponseEntity<BrandingDocument.View> putLogo(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Logo wanted) {
        return changed(wanted.image(), EntityTags.expected(ifMatch));
    }

    @DeleteMapping("/admin/branding/logo")
    @Operation(summary = "Remove the logo")
    ResponseEntity<BrandingDocument.View> removeLogo(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        return changed(null, EntityTags.expected(ifMatch));
    }

    private ResponseEntity<BrandingDocument.View> changed(@Nullable LogoImage logo, Expected expected) {
        store.putLogo(logo, expected);
        present.refresh();
        return get();
    }
}
