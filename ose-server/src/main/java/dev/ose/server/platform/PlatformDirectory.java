package dev.ose.server.platform;

/** The platforms of this node, in memory: never blocks. */
public interface PlatformDirectory {

    /** The platform. Fails with {@code PlatformUnreachable} for one that this node does not have. */
    Platform get(PlatformId id);

    /** The platform with a tenant's endpoint. */
    default Platform get(PlatformEndpoint endpoint) {
        return get(endpoint.platform()).at(endpoint.own());
    }
}
