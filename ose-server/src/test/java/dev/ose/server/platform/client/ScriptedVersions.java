package dev.ose.server.platform.client;

import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A platform that answers one listing of versions after the other, and 200 without a body to anything else. */
final class ScriptedVersions {

    private final List<String> answers = new ArrayList<>();

    /** Adds a page with these entries. */
    ScriptedVersions page(String... entries) {
        return answer("200 OK", "<IsTruncated>false</IsTruncated>" + String.join("", entries));
    }

    /** Adds a page that is not the last. */
    ScriptedVersions pageBefore(String key, String version, String... entries) {
        return answer(
                "200 OK",
                "<IsTruncated>true</IsTruncated><NextKeyMarker>" + key + "</NextKeyMarker><NextVersionIdMarker>"
                        + version + "</NextVersionIdMarker>" + String.join("", entries));
    }

    private ScriptedVersions answer(String status, String content) {
        return refusal(status, "<ListVersionsResult>" + content + "</ListVersionsResult>");
    }

    /** Adds another answer. */
    ScriptedVersions refusal(String status, String body) {
        answers.add("HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        return this;
    }

    static String version(String key, String id, boolean isLatest, long size) {
        return "<Version><Key>" + key + "</Key><VersionId>" + id + "</VersionId><IsLatest>" + isLatest
                + "</IsLatest><LastModified>2022-10-12T17:50:00.765Z</LastModified><ETag>\"e-" + id + "\"</ETag><Size>"
                + size + "</Size></Version>";
    }

    static String marker(String key, String id, boolean isLatest) {
        return "<DeleteMarker><Key>" + key + "</Key><VersionId>" + id + "</VersionId><IsLatest>" + isLatest
                + "</IsLatest><LastModified>2022-10-12T17:50:00.765Z</LastModified></DeleteMarker>";
    }

    ScriptedPlatform start() throws IOException {
        List<String> left = new ArrayList<>(answers);
        return new ScriptedPlatform(request -> {
            request.send(request.line().contains("?versions") ? left.removeFirst() : """
                            HTTP/1.1 200 OK\r
                            ETag: "head"\r
                            Content-Length: 9\r
                            Last-Modified: Wed, 12 Oct 2022 17:50:00 GMT\r
                            \r
                            """);
            return true;
        });
    }
}
