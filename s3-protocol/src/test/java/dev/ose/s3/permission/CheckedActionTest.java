package dev.ose.s3.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.S3OperationParser;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CheckedActionTest {

    static Stream<CheckedAction> actions() {
        return CheckedAction.all().stream();
    }

    @ParameterizedTest
    @MethodSource("actions")
    void requestNeedsTheAction(CheckedAction action) {
        CheckedAction first = CheckedAction.find(action.name()).orElseThrow();
        String version = first.isOfVersion() ? (first.query().isEmpty() ? "" : "&") + "versionId=v" : "";
        String path = first.isOnObject() ? "/bucket/key" : "/bucket";

        HeaderLookup headers = name -> first.headers().get(name);
        S3Operation operation = S3Addressing.root()
                .resolve(path, null)
                .flatMap(target -> QueryParameters.parse(first.query() + version)
                        .flatMap(query -> S3OperationParser.parse(first.method().name(), target, query, headers)))
                .orElseThrow();

        assertThat(operation.action()).isEqualTo(first.action());
        assertThat(RequiredPermissions.of(operation, HeaderLookup.NONE))
                .extracting(Permission::action)
                .contains(first.name());
    }

    @Test
    void namesAreFoundInAnyCase() {
        assertThat(CheckedAction.find("S3:getobject")).map(CheckedAction::name).contains("s3:GetObject");
        assertThat(CheckedAction.find("s3:GetObjectVersion"))
                .map(CheckedAction::isOfVersion)
                .contains(true);
        assertThat(CheckedAction.find("s3:CreateBucket")).isEmpty();
        assertThat(CheckedAction.find("iam:ListUsers")).isEmpty();
    }

    @Test
    void versionIsNamedByItsOwnActionIfThereIsOne() {
        assertThat(CheckedAction.find("s3:GetObject").orElseThrow().mayNameVersion())
                .isFalse();
        assertThat(CheckedAction.find("s3:GetObjectVersion").orElseThrow().mayNameVersion())
                .isTrue();
        assertThat(CheckedAction.find("s3:GetObjectRetention").orElseThrow().mayNameVersion())
                .isTrue();
        assertThat(CheckedAction.find("s3:ListBucket").orElseThrow().mayNameVersion())
                .isFalse();
    }
}
