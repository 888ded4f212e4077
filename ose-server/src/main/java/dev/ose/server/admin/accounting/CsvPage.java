package dev.ose.server.admin.accounting;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponents;

/** A page of CSV, whose header Link leads to the next one. */
final class CsvPage {

    private CsvPage() {}

    /** @param next the parameter {@code after} of the next page; null at the end */
    static ResponseEntity<String> of(String document, @Nullable String next) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (next != null) {
            UriComponents address = ServletUriComponentsBuilder.fromCurrentRequest()
                    .replaceQueryParam("after", next)
                    .build();
            // Without a host: what the client sent as one is not to be repeated.
            answer.header(HttpHeaders.LINK, "<" + address.getPath() + '?' + address.getQuery() + ">; rel=\"next\"");
        }
        return answer.body(document);
    }
}
