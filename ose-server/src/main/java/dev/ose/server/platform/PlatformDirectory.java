package dev.ose.server.platform;

/** The platforms of this node, in memory: never blocks. */
public interface PlatformDirectory {

    /** The platform; {@link IllegalStateException} for an unknown id. */
    Platform get(PlatformId id);

    /** The platform with a tenant's endpoint. */
    default Platform get(PlatformEndpoint endpoint) {
        return get(endpoint.platform()).at(endpoint.own());
    }
}
