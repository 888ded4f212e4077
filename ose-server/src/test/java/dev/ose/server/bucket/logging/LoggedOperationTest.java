package dev.ose.server.bucket.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.S3OperationParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggedOperationTest {

    @ParameterizedTest
    @CsvSource({
        "GET, /photos/k, REST.GET.OBJECT",
        "HEAD, /photos/k, REST.HEAD.OBJECT",
        "PUT, /photos/k, REST.PUT.OBJECT",
        "DELETE, /photos/k, REST.DELETE.OBJECT",
        "POST, /photos/k?uploads, REST.POST.UPLOADS",
        "PUT, /photos/k?partNumber=1&uploadId=u, REST.PUT.PART",
        "POST, /photos/k?uploadId=u, REST.POST.UPLOAD",
        "DELETE, /photos/k?uploadId=u, REST.DELETE.UPLOAD",
        "GET, /photos/k?uploadId=u, REST.GET.UPLOAD",
        "GET, /photos/k?acl, REST.GET.ACL",
        "PUT, /photos/k?tagging, REST.PUT.OBJECT_TAGGING",
        "GET, /photos, REST.GET.BUCKET",
        "GET, /photos?list-type=2, REST.GET.BUCKET",
        "HEAD, /photos, REST.HEAD.BUCKET",
        "GET, /photos?versions, REST.GET.BUCKETVERSIONS",
        "GET, /photos?uploads, REST.GET.UPLOADS",
        "POST, /photos?delete, REST.POST.MULTI_OBJECT_DELETE",
        "GET, /photos?logging, REST.GET.LOGGING_STATUS",
        "PUT, /photos?policy, REST.PUT.BUCKETPOLICY",
        "GET, /photos?requestPayment, REST.GET.REQUEST_PAYMENT",
        "GET, /photos?publicAccessBlock, REST.GET.PUBLIC_ACCESS_BLOCK",
        "GET, /photos?object-lock, REST.GET.OBJECT_LOCK_CONFIGURATION"
    })
    void operationsHaveTheirNamesOfAws(String method, String target, String name) {
        assertThat(LoggedOperation.name(operation(method, target, Map.of()), method))
                .isEqualTo(name);
    }

    @Test
    void uploadByAFormIsAPost() {
        assertThat(LoggedOperation.name(operation("PUT", "/photos/k", Map.of()), "POST"))
                .isEqualTo("REST.POST.OBJECT");
    }

    @ParameterizedTest
    @CsvSource({"/photos/k, REST.COPY.OBJECT", "/photos/k?partNumber=1&uploadId=u, REST.COPY.PART"})
    void copiesAreTold(String target, String name) {
        S3Operation copy = operation("PUT", target, Map.of("x-amz-copy-source", "/photos/other"));

        assertThat(LoggedOperation.name(copy, "PUT")).isEqualTo(name);
    }

    private static S3Operation operation(String method, String target, Map<String, String> headers) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        return new S3Addressing(List.of(), "")
                .resolve(path, "localhost")
                .flatMap(resource -> QueryParameters.parse(query)
                        .flatMap(parameters -> S3OperationParser.parse(method, resource, parameters, headers::get)))
                .orElseThrow();
    }
}
