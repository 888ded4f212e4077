package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The samples below "Your first object" in README.md, run as they are printed but for the port of the node. */
final class ReadmeSamplesIT {

    private static final String PRINTED_ENDPOINT = "http://127.0.0.1:9000";

    private static Node node;

    @BeforeAll
    static void start() {
        node = Node.startEmpty("readme");
    }

    @AfterAll
    static void stop() {
        if (node != null) {
            node.close();
        }
    }

    @Test
    void sampleOfTheAwsCliStoresAndListsAnObject() throws IOException {
        assertThat(shell(sample("aws cli"))).contains("README.md");
    }

    @Test
    void sampleOfBoto3ReadsWhatItWrote() throws IOException {
        assertThat(run(new Command(Tools.python("python"), "-c", sample("boto3"))))
                .isEqualTo("b'world'\n");
    }

    @Test
    void sampleOfRcloneStoresAnObject() throws IOException {
        shell(sample("rclone"));

        Wire.send(node.target(Where.HTTP), SignedRequest.of("HEAD", "/with-rclone/README.md"))
                .assertStatus(200);
    }

    /** The block of code behind the sample's name. */
    private static String sample(String name) throws IOException {
        String readme = Files.readString(Tools.repository().resolve("README.md"));
        List<MatchResult> found = Pattern.compile("\\*\\*" + name + "\\*\\*\n\n```[a-z]*\n(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .toList();
        assertThat(found).as("the sample of %s", name).hasSize(1);
        String sample = found.getFirst().group(1);
        assertThat(sample).contains(PRINTED_ENDPOINT);
        return sample.replace(
                PRINTED_ENDPOINT, node.target(Where.HTTP).endpoint().toString());
    }

    private static String shell(String sample) {
        String path =
                Tools.python("aws").getParent() + ":" + Tools.program("rclone").getParent() + ":/usr/bin:/bin";
        return run(new Command("bash", "-euc", "cd \"$0\"\n" + sample, Tools.repository()).variable("PATH", path));
    }

    private static String run(Command command) {
        S3Target target = node.target(Where.HTTP);
        return command.variable("AWS_ACCESS_KEY_ID", target.accessKey())
                .variable("AWS_SECRET_ACCESS_KEY", target.secretText())
                .variable("AWS_DEFAULT_REGION", S3Target.REGION)
                .variable("AWS_CONFIG_FILE", "/dev/null")
                .variable("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
                .variable("RCLONE_CONFIG", "/dev/null")
                .run();
    }
}
