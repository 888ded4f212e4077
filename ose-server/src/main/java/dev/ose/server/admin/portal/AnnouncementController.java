package dev.ose.server.admin.portal;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.admin.access.portal.Announcement;
import dev.ose.server.admin.access.portal.AnnouncementReaders;
import dev.ose.server.admin.access.portal.AnnouncementStore;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Announcements of the provider, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Portal")
public class AnnouncementController {

    /** More would be a list that hides the page. */
    private static final int MAX_SHOWN = 10;

    private final AnnouncementStore store;
    private final ListReader lists;

    public AnnouncementController(AnnouncementStore store, ListReader lists) {
        this.store = store;
        this.lists = lists;
    }

    @GetMapping("/me/announcements")
    @Operation(
            summary = "Show the announcements that are for the caller now",
            description = "The most severe first, and of those the newest; at most 10.")
    Page<AnnouncementDocument.Own> own() {
        AdminCaller caller = Logins.caller();
        @Nullable TenantId tenant = caller instanceof AdminCaller.Member member ? member.tenant() : null;
        List<Announcement> found = store.current(readers(caller.role()), tenant, MAX_SHOWN);
        return new Page<>(found.stream().map(AnnouncementDocument.Own::of).toList(), null);
    }

    private static Set<AnnouncementReaders> readers(AdminRole role) {
        Set<AnnouncementReaders> readers = EnumSet.of(AnnouncementReaders.EVERYONE);
        switch (role) {
            case PROVIDER_ADMIN -> readers.add(AnnouncementReaders.PROVIDER);
            case TENANT_ADMIN -> readers.add(AnnouncementReaders.TENANT_ADMINISTRATORS);
            case TENANT_USER, ANONYMOUS -> {
                // Only what is for everyone.
            }
        }
        return readers;
    }

    @GetMapping("/announcements")
    @Operation(
            summary = "List announcements",
            description = "Filter and order take id, severity, audience, state, beginsAt, endsAt and createdAt.")
    Page<AnnouncementDocument.View> list(@ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.ANNOUNCEMENTS);
        return ListPart.page(query, lists.announcements(query), AnnouncementDocument::view);
    }

    @PostMapping("/announcements")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Announce something to users",
            description =
                    "The portal shows it to its readers within five minutes, until its end or until they hide it.")
    AnnouncementDocument.View create(@RequestBody AnnouncementDocument wanted) {
        return AnnouncementDocument.view(store.add(wanted.content()));
    }

    @GetMapping("/announcements/{announcement}")
    @Operation(summary = "Show an announcement")
    ResponseEntity<AnnouncementDocument.View> get(@PathVariable String announcement) {
        return EntityTags.answer(store.get(id(announcement)).map(AnnouncementDocument::view));
    }

    @PutMapping("/announcements/{announcement}")
    @Operation(
            summary = "Replace an announcement",
            description = "Users who have hidden it see it again. Without beginsAt its beginning stays.")
    ResponseEntity<AnnouncementDocument.View> put(
            @PathVariable String announcement,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody AnnouncementDocument wanted) {
        store.put(id(announcement), wanted.content(), EntityTags.expected(ifMatch));
        return get(announcement);
    }

    @DeleteMapping("/announcements/{announcement}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Delete an announcement")
    void remove(
            @PathVariable String announcement,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        store.remove(id(announcement), EntityTags.expected(ifMatch));
    }

    private static UUID id(String text) {
        return Input.id("announcement", text);
    }
}
