package dev.ose.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A document that a command reads from a file. */
final class DocumentInput {

    private static final long LARGEST = 64 * 1024;

    @Option(names = "--file", required = true, paramLabel = "FILE", description = "File with the document, in JSON.")
    private Path file = Path.of("");

    JsonNode read() {
        try {
            if (Files.size(file) > LARGEST) {
                throw CommandFailure.file(file + " is too long for such a document.", "Give the file of a document.");
            }
            return JsonMapper.shared().readTree(Files.readString(file));
        } catch (IOException e) {
            throw CommandFailure.file(file + " cannot be read.", "Give a file that exists and can be read.");
        } catch (JacksonException e) {
            throw CommandFailure.file(file + " is no JSON.", "Correct it, for instance with jq.");
        }
    }
}
