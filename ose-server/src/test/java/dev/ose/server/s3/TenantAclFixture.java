package dev.ose.server.s3;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Alice's bucket on a platform with ACLs and policies, so that it can be shared with whole tenants. */
abstract class TenantAclFixture {

    static final Set<Capability> BOTH = Set.of(Capability.EXACT_KEYS, Capability.ACL, Capability.POLICY);
    static final String EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers";
    static final String EVES = S3TestServer.EVES + "|";
    static final String ALICES = S3TestServer.ALICES + "|";
    static final String EVES_THERE = "there:tenant:t" + S3TestServer.EVES;
    static final String ACL_OF_OWNER = "<AccessControlPolicy><Owner><ID>vendor-id</ID></Owner><AccessControlList>"
            + "<Grant><Grantee><ID>vendor-id</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant>"
            + "</AccessControlList></AccessControlPolicy>";
    static final String READ_BY_EVES = "{\"Sid\":\"OSE-acl-READ\",\"Effect\":\"Allow\",\"Principal\":{\"AWS\":[\""
            + EVES_THERE + "\"]},\"Action\":[\"s3:ListBucket\",\"s3:ListBucketMultipartUploads\","
            + "\"s3:ListBucketVersions\"],\"Resource\":[\"arn:aws:s3:::photos\"]}";
    static final String KEPT = "{\"Version\":\"2012-10-17\",\"Statement\":[" + READ_BY_EVES + "]}";
    static final String CLIENTS = """
            {"Version": "2012-10-17",
             "Statement": [
              {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::photos/*"}
             ]}""";

    S3TestServer edge;
    volatile @Nullable String policy;
    volatile String acl = ACL_OF_OWNER;
    volatile String aclHeaders = "";

    /** Ownership controls; null for a platform without them. */
    volatile @Nullable String ownership;

    /** The platform's answer to a method and subresource instead of performing it; no answer if empty. */
    final Map<String, String> trouble = new ConcurrentHashMap<>();

    /** Concurrent actions during a request to the platform. */
    final Map<String, Runnable> meanwhile = new ConcurrentHashMap<>();

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(this::serve, capabilities());
    }

    Set<Capability> capabilities() {
        return BOTH;
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    final boolean serve(ScriptedPlatform.Request request) throws IOException {
        String body = new String(request.body(), StandardCharsets.UTF_8);
        String line = request.line();
        String method = line.substring(0, line.indexOf(' '));
        String what = method
                + (line.contains("?policy ")
                        ? " policy"
                        : line.contains("?policyStatus ")
                                ? " status"
                                : line.contains("?acl ")
                                        ? " acl"
                                        : line.contains("?ownershipControls ") ? " ownership" : "");
        meanwhile.getOrDefault(what, () -> {}).run();
        String problem = trouble.get(what);
        if (problem != null) {
            String code = problem.startsWith("403") ? "AccessDenied" : "Trouble";
            return !problem.isEmpty() && request.answer(problem, "", error(code));
        }
        return switch (what) {
            case "GET policy" -> answer(request, policy);
            case "GET acl" -> answer(request, acl);
            case "GET status" -> answer(request, "<PolicyStatus><IsPublic>true</IsPublic></PolicyStatus>");
            case "GET ownership" -> {
                String set = ownership;
                yield set == null
                        ? request.answer("501 Not Implemented", "", error("NotImplemented"))
                        : request.answer(set.getBytes(StandardCharsets.UTF_8));
            }
            case "PUT ownership" -> {
                ownership = body;
                yield request.answer(new byte[0]);
            }
            case "PUT policy" -> {
                policy = body;
                yield request.answer("204 No Content", "", new byte[0]);
            }
            case "DELETE policy" -> {
                policy = null;
                yield request.answer("204 No Content", "", new byte[0]);
            }
            case "PUT acl" -> {
                acl = body.isEmpty() ? ACL_OF_OWNER : body;
                aclHeaders = request.header("x-amz-grant-read");
                yield request.answer(new byte[0]);
            }
            default -> request.answer("200 OK", "ETag: \"x\"\r\n", new byte[0]);
        };
    }

    private static boolean answer(ScriptedPlatform.Request request, @Nullable String document) throws IOException {
        return document == null
                ? request.answer("404 Not Found", "", error("NoSuchBucketPolicy"))
                : request.answer(document.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] error(String code) {
        return ("<Error><Code>" + code + "</Code></Error>").getBytes(StandardCharsets.UTF_8);
    }

    WireClient.Answer grant(String header, String value) throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-grant-" + header, value));
    }

    WireClient.Answer putAcl(String grants) throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", document(grants));
    }

    static String document(String grants) {
        return "<AccessControlPolicy><Owner><ID>" + S3TestServer.CANONICAL + "</ID></Owner><AccessControlList>" + grants
                + "</AccessControlList></AccessControlPolicy>";
    }

    static String to(String id, String permission) {
        return "<Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"><ID>"
                + id + "</ID></Grantee><Permission>" + permission + "</Permission></Grant>";
    }

    WireClient.Answer closeAcl() throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-acl", "private"));
    }

    String readAcl(String key) throws IOException {
        return edge.call(key, "GET", "/photos?acl", "").body();
    }

    int statusForEve() throws IOException {
        return edge.call(S3TestServer.EVE, "GET", "/photos", "").status();
    }

    @Nullable
    Set<Grantee> rows(String source) {
        return edge.buckets.grants.get(source + " of " + "photos".hashCode());
    }

    List<String> asked() {
        return edge.platform.requests().stream()
                .map(ScriptedPlatform.Request::line)
                .toList();
    }
}
