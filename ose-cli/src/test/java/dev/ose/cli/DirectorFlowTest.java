package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectorFlowTest extends OnHost {

    private static final String PINNED = "oss.director.certificate-fingerprint";

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    private DirectorStandIn director;

    @BeforeEach
    void startDirector() throws Exception {
        director = DIRECTORS.director();
    }

    @Test
    void certificateThatNobodyVouchesForIsNotTrustedUnasked() {
        Host.Ran ran = set(director.url());

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("OSE-3405", "CN=director", "--trust " + fingerprint());
        assertThat(host.stored().options().values()).isEmpty();
        assertThat(host.stored().secrets()).isEmpty();
    }

    @Test
    void linkIsSetWithItsCertificateAndTheSecretIsShownNowhere() {
        Host.Ran ran = set(
                director.url(), "--trust", "--origin", "https://a.example.com", "--origin", "https://b.example.com");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(host.stored().options().values())
                .containsEntry(PINNED, fingerprint())
                .containsEntry("oss.director.user", DirectorStandIn.USER)
                .containsEntry("oss.director.origins", "https://a.example.com,https://b.example.com");
        assertThat(host.stored().secrets()).containsOnlyKeys("oss.director.secret");
        Host.Ran shown = host.ose("director", "show");
        assertThat(shown.out()).contains(director.url().toString(), "oss.director.secret", "***");
        assertThat(ran.out() + ran.err() + shown.out()).doesNotContain(DirectorStandIn.SECRET);
    }

    @Test
    void activationIsSetWithTheLinkAndForgottenWithIt() {
        assertThat(set(director.url(), "--trust", "--activate", "auto").exitCode())
                .isZero();
        assertThat(host.stored().options().values()).containsEntry("oss.director.activate", "auto");
        assertThat(set(director.url(), "--trust", "--activate", "never").exitCode())
                .isEqualTo(2);

        assertThat(host.ose("director", "unset").exitCode()).isZero();

        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void fingerprintMayBeWrittenAsOtherToolsShowIt() {
        String asOpenssl = fingerprint().toUpperCase(Locale.ROOT).replaceAll("(..)(?!$)", "$1:");

        assertThat(set(director.url(), "--trust", asOpenssl).exitCode()).isZero();

        assertThat(host.stored().options().values()).containsEntry(PINNED, fingerprint());
    }

    @Test
    void otherCertificateThanTheNamedOneIsRefused() {
        Host.Ran ran = set(director.url(), "--trust", "0".repeat(64));

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-3405", fingerprint());
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void directorThatIsAwayIsSetOnlyWithItsFingerprint() {
        String fingerprint = fingerprint();
        URI away = director.url();
        director.close();

        Host.Ran unknown = set(away, "--trust");
        Host.Ran known = set(away, "--trust", fingerprint);

        assertThat(unknown.exitCode()).isEqualTo(5);
        assertThat(unknown.err()).contains("OSE-1352", "--trust FINGERPRINT");
        assertThat(known.exitCode()).as(known.err()).isZero();
        assertThat(host.stored().options().values()).containsEntry(PINNED, fingerprint);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void personIsAsked(boolean agrees) {
        List<String> questions = new ArrayList<>();
        Host.Ran ran = host.oseByPerson(
                new Terminal.Asker() {
                    @Override
                    public Secret ask(String question) {
                        return Secret.of(DirectorStandIn.SECRET);
                    }

                    @Override
                    public boolean confirm(String question) {
                        questions.add(question);
                        return agrees;
                    }
                },
                arguments(director.url()));

        assertThat(questions).containsExactly("Trust this certificate?");
        assertThat(ran.exitCode()).isEqualTo(agrees ? 0 : 5);
        assertThat(host.stored().options().values().containsKey(PINNED)).isEqualTo(agrees);
    }

    @Test
    void nothingIsLeftOfALinkThatIsUnset() {
        set(director.url(), "--trust", "--origin", "https://a.example.com");

        assertThat(host.ose("director", "unset").exitCode()).isZero();

        assertThat(host.stored().options().values()).isEmpty();
        assertThat(host.stored().secrets()).isEmpty();
    }

    @Test
    void dryRunLooksAndChangesNothing() {
        Host.Ran ran = set(director.url(), "--trust", "--dry-run");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).contains(PINNED, fingerprint());
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void whatIsNoAddressOrOriginIsRefused() {
        assertThat(set(URI.create("http://localhost")).err()).contains("OSE-1351", "an https URL");
        assertThat(set(director.url(), "--trust", "--origin", "*").err()).contains("OSE-1002", "oss.director.origins");
        assertThat(host.stored().options().values()).isEmpty();
    }

    private String fingerprint() {
        return director.certificate().fingerprint();
    }

    private Host.Ran set(URI url, String... more) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments(url)));
        all.add("--secret-stdin");
        all.addAll(Arrays.asList(more));
        return host.oseWithInput(DirectorStandIn.SECRET + "\n", all.toArray(String[]::new));
    }

    private static String[] arguments(URI url) {
        return new String[] {"director", "set", "--url", url.toString(), "--user", DirectorStandIn.USER};
    }
}
