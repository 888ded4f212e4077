package dev.ose.keeper.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RedactorTest {

    private static final int KIBIBYTE = 1024;

    /** How often a character is read at most, on average: some twenty passes, with short words compared in each. */
    private static final int READS_PER_CHARACTER = 100;

    private final Redactor redactor =
            new Redactor(List.of(Secret.of("known+secret"), Secret.of("first\nsecond line\n")));

    /** Inputs that make backtracking matchers recurse, or retry from each character. */
    static Stream<String> hostilePieces() {
        return Stream.of(
                "a",
                "secret",
                "secret=\"a",
                "secret=\\\"",
                "\\",
                "\"",
                "'",
                "secret='",
                "secret   ",
                "secret%3D",
                " ",
                "--secret ",
                "-a",
                "://",
                "://a:",
                "://a:b@",
                ":",
                "=",
                "@",
                "$",
                "$5$",
                "$argon2",
                "eyJ",
                "eyJ.",
                ".",
                "authorization",
                "authorization: ",
                "cookie\\",
                "basic ",
                "basic\t",
                "\"value\" : \"",
                "/+",
                "aA1/",
                "access",
                "access-key",
                "=[",
                "secret=[",
                "secret={",
                "-----begin ",
                "-----end ",
                "-----BEGIN PRIVATE KEY-----",
                "%",
                "token:",
                "\u20ac",
                "\ud83d\ude00");
    }

    @ParameterizedTest
    @MethodSource("hostilePieces")
    void lineCostsReadsInProportionToItsLength(String piece) {
        for (int length : new int[] {16 * KIBIBYTE, 128 * KIBIBYTE}) {
            for (String line : List.of(
                    piece.repeat(length / piece.length()), "/x/secret=\"" + piece.repeat(length / piece.length()))) {
                CountedText counted = new CountedText(line);
                Line looked = new Line(counted);

                new PrivateKeys().hide(looked);
                SecretShapes.hide(looked);
                NamedSecrets.hideArguments(looked);
                NamedSecrets.hideValues(looked);

                assertThat(counted.reads).as(piece).isLessThan((long) READS_PER_CHARACTER * line.length());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("hostilePieces")
    void longLineIsCut(String piece) {
        String line = redactor.redact("start " + piece.repeat(KIBIBYTE * KIBIBYTE / piece.length()));

        assertThat(line).startsWith("start ").hasSizeLessThan(Redactor.SHOWN + 100);
    }

    @Test
    void secretThatTheCutGoesThroughIsHidden() {
        for (int before = Redactor.SHOWN - 60; before < Redactor.SHOWN + 1; before++) {
            String padding = "-".repeat(before - 1) + " ";

            assertThat(redactor.redact(padding + "known+secret" + " x".repeat(9000)))
                    .doesNotContain("kno");
            assertThat(redactor.redact(padding + "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" + " x".repeat(9000)))
                    .doesNotContain("wJalr");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "GET /x?secret=a&b=1|GET /x?secret=***&b=1",
                "path=\"/x/secret=\\\"aaa\" status=\"400\"|path=\"/x/secret=\\\"***\" status=\"400\"",
                "{\"password\":\"a\\\"b\",\"c\":1}|{\"password\":\"***\",\"c\":1}",
                "{\"password\":\"a\\\\\",\"c\":1}|{\"password\":\"***\",\"c\":1}",
                "{\\\"password\\\":\\\"a\\\\\\\"b\\\",\\\"c\\\":1}|{\\\"password\\\":\\\"***\\\",\\\"c\\\":1}",
                "password=\"never closed, and more|password=\"***",
                "token-file=/etc/ose/token|token-file=/etc/ose/token",
                "hasSecret=true secret=null|hasSecret=true secret=null",
                "secrets=[a, b] c|secrets=[***] c",
                "--db-password x --host y|--db-password *** --host y",
                "--secret --host y|--secret --host y",
                "postgresql://ose:p@ss:word@db/x|postgresql://***@db/x",
                "http://host:9000/b/k|http://host:9000/b/k",
                "jwt eyJhbGciOiJI.eyJzdWIiOiIx.c2ln end|jwt *** end",
                "hash $2a$10$abcdef end|hash *** end",
                "costs $5 and $6|costs $5 and $6",
                "Basic YWRtaW46cw== status=200|Basic *** status=200",
                "x-vcloud-authorization: abc def|x-vcloud-authorization: ***",
                "{\"value\": \"YWFhYWFhYWFhYWFhYWFhYWFhYWE=\"}|{\"value\": \"***\"}",
                "sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709|sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "access-key-id: x access.key=y apikey=z keys=w|access-key-id: *** access.key=*** apikey=*** keys=w",
                "a known%2Bsecret b|a *** b",
                "a second line b|a *** b",
                "plain words|plain words",
            })
    void linesAreRedacted(String line, String expected) {
        assertThat(redactor.redact(line)).isEqualTo(expected);
    }

    @Test
    void privateKeysAreHiddenAsFarAsTheyGo() {
        Map<String, String> cases = Map.of(
                "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG\nByqG==\n-----END PRIVATE KEY-----\nafter MIGH\n",
                "***\n***\n***\n-----END PRIVATE KEY-----\nafter MIGH\n",
                "host ose[1]: -----BEGIN RSA PRIVATE KEY-----\nhost ose[1]: MIGH\nhost ose[1]: -----END RSA PRIVATE"
                        + " KEY-----\nend",
                "host ose[1]: ***\nhost ose[1]: ***\nhost ose[1]: -----END RSA PRIVATE KEY-----\nend",
                "key: \"-----BEGIN EC PRIVATE KEY-----\\nMIGH\\n-----END EC PRIVATE KEY-----\\n\" x",
                "key: \"***\\n\" x",
                "-----BEGIN CERTIFICATE-----\nMIGH\n",
                "-----BEGIN CERTIFICATE-----\nMIGH\n",
                "-----BEGIN PRIVATE KEY-----\nstatus=\"200\" path=\"/b/k\"\n",
                "***\nstatus=\"200\" path=\"/b/k\"\n");

        cases.forEach((text, expected) -> assertThat(redactor.redact(text)).isEqualTo(expected));
    }

    @Test
    void beginningOfAPrivateKeyWithoutItsEndHidesNoMoreThanAKey() {
        String text = redactor.redact("-----BEGIN PRIVATE KEY-----\n" + "a line that ended\n".repeat(300));

        assertThat(text).endsWith("a line that ended\n".repeat(40));
    }

    /** Counts how often its characters are read. */
    private static final class CountedText implements CharSequence {

        private final String text;
        private long reads;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            reads++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
