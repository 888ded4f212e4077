package dev.ose.benchmarks;

import java.net.URI;
import java.util.List;

/**
 * What a node is started as, which determines its storage.
 *
 * @param mainClass the program
 * @param properties options of Java that it needs
 * @param options of the node, each {@code --key=value}
 */
public record NodeProgram(String mainClass, List<String> properties, List<String> options) {

    public NodeProgram {
        properties = List.copyOf(properties);
        options = List.copyOf(options);
    }

    /** A node over a storage without administration; everything is the product's own but the adapter. */
    public static NodeProgram over(URI endpoint) {
        return new NodeProgram(SinkNode.class.getName(), List.of("-D" + SinkNode.ENDPOINT + '=' + endpoint), List.of());
    }
}
