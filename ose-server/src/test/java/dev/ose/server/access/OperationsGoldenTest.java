package dev.ose.server.access;

import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_READ;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_READ_ACP;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.permission.RequiredPermissions;
import dev.ose.server.accounting.metering.Category;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The declared properties of every operation: whether it writes, its metering category, the ACL permission that grants
 * it, whether it is audited, its permissions, and which callers outside the bucket's tenant are passed to the platform.
 * {@code -Dose.golden=write} writes the file.
 */
final class OperationsGoldenTest {

    private static final Path GOLDEN = Path.of("src/test/resources/dev/ose/server/access/operations.golden");
    private static final BucketName BUCKET = new BucketName("own");

    /** Headers that set properties of a new object or bucket, each of which needs a permission of its own. */
    private static final Map<String, String> HEADERS = Map.of(
            "x-amz-acl", "public-read",
            "x-amz-object-lock-legal-hold", "ON",
            "x-amz-object-lock-mode", "GOVERNANCE",
            "x-amz-object-ownership", "BucketOwnerEnforced",
            "x-amz-tagging", "a=b");

    @Test
    void everyOperationIsWhatTheFileDeclares() throws IOException {
        String declared = Stream.concat(Samples.on(BUCKET).stream(), Samples.detailed(BUCKET).stream())
                .map(OperationsGoldenTest::row)
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));

        if ("write".equals(System.getProperty("ose.golden"))) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, declared);
        }
        assertThat(declared).isEqualTo(Files.readString(GOLDEN));
    }

    private static String row(S3Operation operation) {
        return String.join(
                " | ",
                operation.name(),
                operation.isWrite() ? "write" : "read",
                Category.of(operation).name(),
                grants(operation),
                operation.action().has(ActionTrait.AUDITED) ? "audited" : "",
                outsiders(operation, HeaderLookup.NONE),
                permissions(operation, HeaderLookup.NONE),
                outsiders(operation, HEADERS::get),
                permissions(operation, HEADERS::get));
    }

    private static String grants(S3Operation operation) {
        return Stream.of(GRANTED_BY_READ, GRANTED_BY_WRITE, GRANTED_BY_READ_ACP)
                .filter(operation.action()::has)
                .map(ActionTrait::name)
                .collect(Collectors.joining(" "));
    }

    private static String outsiders(S3Operation operation, HeaderLookup headers) {
        String guests = GuestRules.areLeftToPlatform(operation, headers) ? "guests" : "";
        return guests + (AnonymousRules.bucket(operation).isPresent() ? " anonymous" : "");
    }

    private static String permissions(S3Operation operation, HeaderLookup headers) {
        return RequiredPermissions.of(operation, headers).stream()
                .map(Permission::toString)
                .collect(Collectors.joining(", "));
    }
}
