package dev.ose.server.platform;

/** Knows the platforms of this node. Held in memory: never blocks. */
public interface PlatformDirectory {

    /** The platform; an unknown id is a bug of the caller. */
    Platform get(PlatformId id);

    /** The platform as a tenant reaches it. */
    default Platform get(PlatformEndpoint endpoint) {
        return get(endpoint.platform()).at(endpoint.own());
    }
}
