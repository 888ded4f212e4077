package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.AccessAnswer;
import dev.ose.adapter.AccessQuestion;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.keyring.Keyring;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The places of explanations among those of requests. */
class AccessExplainerTest {

    private static final AccessQuestion QUESTION =
            new AccessQuestion(new AccessQuestion.Anonymous(), "GET", "/no-such-bucket/key", Map.of());

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.empty();

    @TempDir
    Path directory;

    private final WorkPlaces working = new WorkPlaces(1, 0);
    private Store store;
    private AccessExplainer explainer;

    @BeforeEach
    void open() throws IOException {
        store = Store.open(
                directory.resolve("data"),
                POSTGRES.dataSource(),
                Keyring.open(directory.resolve("keys")),
                Clock.systemUTC());
        explainer = new AccessExplainer(store, working);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    /** Which it returns. */
    @Test
    void explanationTakesAPlaceOfRequests() throws IOException {
        try (WorkPlaces.Place _ = working.take()) {
            assertThatThrownBy(() -> explainer.explain(QUESTION))
                    .isInstanceOfSatisfying(PlatformException.class, e -> assertThat(e.kind())
                            .isEqualTo(PlatformException.Kind.UNAVAILABLE));
        }

        assertThat(explainer.explain(QUESTION).verdict()).isEqualTo(AccessAnswer.Verdict.DENIED);
        assertThat(explainer.explain(QUESTION).verdict()).isEqualTo(AccessAnswer.Verdict.DENIED);
    }
}
