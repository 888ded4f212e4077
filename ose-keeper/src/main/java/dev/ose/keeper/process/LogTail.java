package dev.ose.keeper.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, however large it is. */
final class LogTail {

    private static final int BYTES = 256 * 1024;

    private LogTail() {}

    /** The last lines; empty if there is no log. */
    static List<String> of(Path log, int count) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - BYTES);
            file.seek(from);
            byte[] end = new byte[(int) Math.min(BYTES, file.length() - from)];
            file.readFully(end);
            return lines(new String(end, StandardCharsets.UTF_8), count);
        } catch (IOException e) {
            return List.of();
        }
    }

    static List<String> lines(String text, int count) {
        List<String> lines = text.lines().toList();
        return List.copyOf(lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }
}
