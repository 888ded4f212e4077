package dev.ose.keeper.director;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.control.Finding;
import dev.ose.control.Finding.Verdict;
import dev.ose.keeper.tls.ShownCertificate;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.DirectorStandIn.Mood;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectorCheckTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String OTHER = "00".repeat(32);

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    private DirectorStandIn director;
    private String fingerprint;

    @BeforeEach
    void start() throws Exception {
        director = DIRECTORS.director();
        fingerprint = ShownCertificate.ask(director.url(), TIMEOUT).fingerprint();
    }

    @Test
    void directorThatTakesTheLoginIsValidAndNoSessionStays() {
        Finding finding = check(DirectorStandIn.USER, DirectorStandIn.SECRET, fingerprint);

        assertThat(finding.connectivity()).as(finding.detail()).isEqualTo(Verdict.Valid);
        assertThat(finding.detail()).contains("version 39.1", DirectorStandIn.USER);
        assertThat(director.sessions()).isZero();
    }

    @Test
    void userWithoutAnOrganisationIsOfTheProvider() {
        assertThat(check("administrator", DirectorStandIn.SECRET, fingerprint).connectivity())
                .isEqualTo(Verdict.Valid);
        assertThat(check("administrator@acme", DirectorStandIn.SECRET, fingerprint)
                        .detail())
                .contains("no administrator of the provider");
    }

    @Test
    void wrongSecretIsToldWithoutShowingIt() {
        Finding finding = check(DirectorStandIn.USER, "Wrong-secret-1", fingerprint);

        assertThat(finding.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(finding.detail()).contains("refuses the login of " + DirectorStandIn.USER);
        assertThat(finding.remedy()).contains("ose director set");
        assertThat(finding.toString()).doesNotContain("Wrong-secret-1");
    }

    @ParameterizedTest
    @CsvSource({
        "STARTING,answers 503 to /api/versions,has started",
        "OTHER_SITE,not as Cloud Director does,address of Cloud Director itself",
        "CLOSED,does not let,provider's role",
        "BROKEN,answers 500 to the login,own log"
    })
    void eachFailureHasItsOwnFix(Mood mood, String detail, String remedy) {
        director.be(mood);

        Finding finding = check(DirectorStandIn.USER, DirectorStandIn.SECRET, fingerprint);

        assertThat(finding.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(finding.required()).isTrue();
        assertThat(finding.detail()).contains(detail);
        assertThat(finding.remedy()).contains(remedy);
    }

    @Test
    void certificateThatNobodyVouchesForIsNotTrusted() {
        Finding finding = check(DirectorStandIn.USER, DirectorStandIn.SECRET, null);

        assertThat(finding.detail()).contains("does not trust");
        assertThat(finding.remedy()).contains("--trust");
        assertThat(director.sessions()).isZero();
    }

    @Test
    void otherCertificateThanTheTrustedOneIsToldWithItsFingerprint() {
        Finding finding = check(DirectorStandIn.USER, DirectorStandIn.SECRET, OTHER);

        assertThat(finding.detail()).contains("another certificate", fingerprint);
        assertThat(finding.remedy()).contains("--trust FINGERPRINT");
    }

    @Test
    void addressWhereNobodyListensIsTold() {
        URI gone = director.url();
        director.close();

        Finding finding = new DirectorCheck(new DirectorEndpoint(
                        gone, DirectorStandIn.USER, Secret.of(DirectorStandIn.SECRET), fingerprint))
                .run();

        assertThat(finding.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(finding.detail()).contains("does not answer");
    }

    @Test
    void shownCertificateIsDescribedWithWhatJavaHasAgainstIt() throws Exception {
        ShownCertificate shown = ShownCertificate.ask(director.url(), TIMEOUT);

        assertThat(shown.fingerprint()).matches("[0-9a-f]{64}");
        assertThat(shown.subject()).isEqualTo("CN=director");
        assertThat(shown.objection()).isNotBlank();
    }

    private Finding check(String user, String secret, @Nullable String pinned) {
        return new DirectorCheck(new DirectorEndpoint(director.url(), user, Secret.of(secret), pinned)).run();
    }
}
