package dev.ose.server.admin;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Hidden;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A page that shows the API's description and sends requests: Swagger UI, from the node itself. It runs with the login
 * of the browser, so its policy lets it load and ask nothing but this origin, and run no script but its own files.
 */
@RestController
@RequestMapping("/docs")
@Hidden
public class ApiBrowserController {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String OWN = "docs/";
    private static final String PAGE = "page.html";
    private static final String SWAGGER_UI = "/META-INF/resources/webjars/swagger-ui/";
    private static final String SWAGGER_UI_BUILD = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final CacheControl KEPT =
            CacheControl.maxAge(Duration.ofHours(1)).cachePrivate();

    private static final MediaType SCRIPT = new MediaType("text", "javascript", StandardCharsets.UTF_8);
    private static final MediaType STYLE = new MediaType("text", "css", StandardCharsets.UTF_8);

    private static final Map<String, MediaType> FILES = Map.of(
            "page.js", SCRIPT,
            "page.css", STYLE,
            "swagger-ui-bundle.js", SCRIPT,
            "swagger-ui.css", STYLE);

    @GetMapping
    ResponseEntity<byte[]> page() throws IOException {
        return answer(OWN + PAGE, new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8));
    }

    @GetMapping("/{file}")
    ResponseEntity<byte[]> file(@PathVariable String file) throws IOException {
        MediaType type = FILES.get(file);
        if (type == null) {
            throw new FailureException(new Failure.NotFound("resource", "at this path"));
        }
        return answer(file.startsWith("page") ? OWN + file : SWAGGER_UI + version() + '/' + file, type);
    }

    private static ResponseEntity<byte[]> answer(String resource, MediaType type) throws IOException {
        try (InputStream content = resource(resource)) {
            return ResponseEntity.ok()
                    .contentType(type)
                    .cacheControl(KEPT)
                    .header("Content-Security-Policy", POLICY)
                    .body(content.readAllBytes());
        }
    }

    /** The library's files are in a folder of its version. */
    private static String version() throws IOException {
        Properties build = new Properties();
        try (InputStream content = resource(SWAGGER_UI_BUILD)) {
            build.load(content);
        }
        return build.getProperty("version");
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(ApiBrowserController.class.getResourceAsStream(name), name);
    }
}
