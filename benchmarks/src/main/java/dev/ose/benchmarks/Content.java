package dev.ose.benchmarks;

import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The content of objects: the same bytes for the same length, and neither zeros nor a short pattern. */
final class Content {

    private static final Pattern BUCKET = Pattern.compile("/objects-of-(\\d{1,10})(?:-[a-z0-9-]+)?(?:/.*)?");

    private Content() {}

    static ByteBuffer bytes(int length) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(length);
        for (int i = 0; i < length; i++) {
            bytes.put(i, at(i));
        }
        return bytes;
    }

    static byte at(int index) {
        return (byte) (index * 31 + (index >> 8) * 17 + (index >> 16));
    }

    static String bucketOf(int objectBytes) {
        return "objects-of-" + objectBytes;
    }

    /** The length of the object at a path; 0 if it is in none of our buckets. */
    static int lengthAt(String path) {
        Matcher matcher = BUCKET.matcher(path);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
