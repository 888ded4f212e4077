package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ARNs name a user or a tenant. */
class PrincipalArnTest {

    private static final String TENANT = "7d3f6c8e-5b1a-4c7e-9f64-2f7c1b0a9e55";

    @ParameterizedTest
    @ValueSource(strings = {"arn:aws:iam::" + TENANT + ":user/ada", "arn:aws:iam::" + TENANT + ":root"})
    void principalIsNamedAsItIsRead(String text) {
        assertThat(PrincipalArn.parse(text)).hasToString("Optional[" + text + ']');
    }

    @ParameterizedTest
    @ValueSource(strings = {"arn:aws:iam::" + TENANT + ":role/reader", "arn:aws:iam::" + TENANT + ":role/a:role/b"})
    void roleIsNamedAsItIsRead(String text) {
        assertThat(RoleArn.parse(text)).hasToString("Optional[" + text + ']');
    }

    @ParameterizedTest
    @ValueSource(strings = {TENANT, "arn:aws:iam::" + TENANT + ":root"})
    void tenantIsAllOfItsUsers(String text) {
        assertThat(PrincipalArn.parse(text)).hasValueSatisfying(it -> {
            assertThat(it.tenant()).hasToString(TENANT);
            assertThat(it.user()).isNull();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":root",
                TENANT + ":root",
                TENANT + ":user/ada",
                "arn:aws:iam::" + TENANT,
                "arn:aws:iam::" + TENANT + ':',
                "arn:aws:iam::" + TENANT + ":user/",
                "arn:aws:iam::" + TENANT + ":user/a\0b",
                "arn:aws:iam::" + TENANT + ":group/ada",
                "arn:aws:iam:::user/ada",
                "arn:aws:iam::root",
                "arn:aws:iam:::root",
                "arn:aws:iam::7D3F6C8E-5b1a-4c7e-9f64-2f7c1b0a9e55:user/ada",
                "arn:aws:iam::7-5-4-9-2:root",
                "arn:aws:s3:::" + TENANT + ":user/ada"
            })
    void anythingElseIsNoPrincipal(String text) {
        assertThat(PrincipalArn.parse(text)).isEmpty();
        assertThat(RoleArn.parse(text.replace("user/", "role/"))).isEmpty();
        assertThat(ProviderArn.parse(text.replace("user/", "oidc-provider/"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {":root", ":user/root", ":role/root", ":oidc-provider/login:root"})
    void truncatedArnIsReadOrNoPrincipal(String named) {
        String whole = "arn:aws:iam::" + TENANT + named;

        for (int from = 0; from < whole.length(); from++) {
            for (int to = from + 1; to <= whole.length(); to++) {
                String cut = whole.substring(0, from) + whole.substring(to);

                assertThat(PrincipalArn.parse(cut).map(Record::toString).orElse(cut))
                        .isIn(cut, "arn:aws:iam::" + cut + ":root");
                assertThat(RoleArn.parse(cut).map(Record::toString).orElse(cut)).isEqualTo(cut);
                assertThat(ProviderArn.parse(cut).map(ProviderArn::issuer).orElse(cut))
                        .satisfies(issuer -> assertThat(cut).endsWith(issuer));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65})
    void roleHasANameOfSixtyFourCharacters(int length) {
        assertThat(RoleArn.parse("arn:aws:iam::" + TENANT + ":role/" + "r".repeat(length))
                        .isPresent())
                .isEqualTo(length == 64);
    }
}
