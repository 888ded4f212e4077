package dev.ose.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small texts that a client uploads from a folder and downloads into it. */
record ClientFiles(Path folder) {

    Path file(String key, String content) throws IOException {
        return Files.writeString(folder.resolve(Integer.toHexString(key.hashCode())), content);
    }

    String text(S3Client client, String bucket, String key) throws IOException {
        Path returned = folder.resolve("text");
        client.download(bucket, key, returned);
        return Files.readString(returned);
    }
}
