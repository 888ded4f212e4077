package dev.ose.server.admin.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ProblemJsonTest {

    private static final List<Failure> SAMPLES = List.of(
            new Failure.Unacceptable(S3Error.of(S3ErrorCode.INVALID_ARGUMENT)),
            new Failure.Unauthenticated(S3Error.of(S3ErrorCode.ACCESS_DENIED)),
            new Failure.BodyTooLarge(20, 10),
            new Failure.LengthMissing(),
            new Failure.BodyCut(20, 10),
            new Failure.BodyTooSlow(),
            new Failure.NotAllowed("DeleteTenant"),
            new Failure.CallerDisabled(),
            new Failure.CrossOriginRefused(true, "PUT", "OBJECT"),
            new Failure.QuotaExceeded("bucket"),
            new Failure.TooManyBuckets("user"),
            new Failure.RightMissing("UI Plugins: View"),
            new Failure.TenantNotActivated("acme"),
            new Failure.WrongLogin(),
            new Failure.CodeNeeded(),
            new Failure.PasswordExpired(),
            new Failure.SignInOverdue(),
            new Failure.TooManyWrongLogins(Duration.ofSeconds(3)),
            new Failure.DirectorTokenRefused(),
            new Failure.BucketMissing("photos"),
            new Failure.BucketTaken("photos"),
            new Failure.BucketBusy("photos"),
            new Failure.NotFound("tenant", "acme"),
            new Failure.AlreadyExists("tenant", "acme"),
            new Failure.Invalid("name", "is missing"),
            new Failure.Protected("credential", "AK1"),
            new Failure.NotEmpty("user", "ann", 0, 3),
            new Failure.WrongState("job", "7", "cancelled"),
            new Failure.VersionsDiffer(List.of("a (0.1.0)", "b (0.2.0)")),
            new Failure.BucketsHeld("ann", List.of("a", "b"), List.of("b"), List.of()),
            new Failure.WebhookNamed(7, List.of("a", "b")),
            new Failure.Outdated("tenant", "acme"),
            new Failure.KeyReused(),
            new Failure.KeyBusy(),
            new Failure.MadeAlready("AK1"),
            new Failure.CreationUndone("photos", "versioning", "status 500"),
            new Failure.CreationUnfinished("photos", "quota", "MetadataUnavailable"),
            new Failure.NotOffered("PutBucketTagging"),
            new Failure.Busy(Duration.ofSeconds(3)),
            new Failure.PlatformUnreachable("main"),
            new Failure.OutcomeUnknown("CreateTenant"),
            new Failure.DirectorUnreachable(Duration.ofSeconds(5)),
            new Failure.MetadataUnavailable(),
            new Failure.AuditUnavailable(),
            new Failure.AuditIncomplete(),
            new Failure.PlatformRefused("main", "quota exhausted"),
            new Failure.Internal(new IllegalStateException("never shown")));

    @Test
    void everyFailureReadsAsTheGoldenFileSays() throws IOException {
        String actual = SAMPLES.stream()
                .map(failure -> failure.getClass().getSimpleName() + " "
                        + JsonMapper.shared().writeValueAsString(ProblemJson.of(failure)))
                .collect(Collectors.joining("\n", "", "\n"));

        assertThat(actual).isEqualTo(golden());
    }

    @Test
    void samplesCoverEveryFailureThereIs() {
        assertThat(SAMPLES).extracting(Object::getClass).doesNotHaveDuplicates();
        assertThat(SAMPLES.stream().map(Object::getClass).map(Class::getSimpleName))
                .containsExactlyInAnyOrderElementsOf(
                        leaves(Failure.class).map(Class::getSimpleName).toList());
    }

    @Test
    void bucketsAreNamedAsFarAsAnybodyReads() {
        List<String> many = IntStream.range(0, 25).mapToObj(it -> "b-" + it).toList();

        assertThat(ProblemJson.of(new Failure.BucketsHeld("ann", List.of(), List.of(), many))
                        .detail())
                .contains("b-0, b-1,", "b-19 and 5 more.")
                .doesNotContain("b-20", "Writes", "Uploads");
    }

    @Test
    void everyFailureHasACodeOfItsOwn() {
        assertThat(SAMPLES.stream().map(ProblemJson::of).map(Problem::code)).doesNotHaveDuplicates();
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(ProblemJsonTest::leaves)
                : Stream.of(type);
    }

    private static String golden() throws IOException {
        try (InputStream file = ProblemJsonTest.class.getResourceAsStream("problems.golden")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
