package dev.ose.control;

import java.nio.file.attribute.GroupPrincipal;
import java.util.List;
import java.util.Set;
import jdk.net.UnixDomainPrincipal;

/**
 * The permitted callers: some users, and the members of a group. The mode of the socket enforces the same; this check
 * also holds if the mode was changed.
 *
 * @param users names, as certified by the kernel
 * @param group the name of a group, which need not exist
 */
public record PeerRule(Set<String> users, String group) {

    /** The group whose members may send commands to a keeper. */
    public static final String GROUP = "ose";

    public PeerRule {
        users = Set.copyOf(users);
    }

    /** Root, the account of this process, and the members of the group {@value #GROUP}. */
    public static PeerRule standard() {
        return new PeerRule(Set.copyOf(List.of("root", System.getProperty("user.name"))), GROUP);
    }

    /** May block on the host's user database. */
    boolean admits(UnixDomainPrincipal peer) {
        String user = peer.user().getName();
        GroupPrincipal primary = peer.group();
        return users.contains(user) || primary.getName().equals(group) || Accounts.isMember(user, group);
    }
}
