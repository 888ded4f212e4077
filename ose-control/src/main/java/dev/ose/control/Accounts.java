package dev.ose.control;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The host's user database through the C library: the kernel reports only the primary group of a peer, and only the C
 * library knows other sources of groups (LDAP, sssd). Thread-safe; may block on them.
 */
// Calling C is the purpose of this class; the compiler warns of each call because it may crash the JVM.
@SuppressWarnings("restricted")
final class Accounts {

    /** Linux's limit of supplementary groups per process. */
    private static final int MAX_GROUPS = 65_536;

    /** Offset of the id in {@code struct group}: behind two pointers, on every 64-bit Linux. */
    private static final long GROUP_ID_OFFSET = 16;

    private static final long GROUP_BYTES = 32;
    private static final long USER_GROUP_OFFSET = 20;
    private static final long USER_BYTES = 48;

    private Accounts() {}

    /** Whether the user is a member of the group, primary or supplementary; false for unknown names. */
    static synchronized boolean isMember(String user, String group) {
        // Synchronised because getgrnam and getpwnam return pointers to shared memory.
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = lookUp("getgrnam", arena.allocateFrom(group));
            MemorySegment account = lookUp("getpwnam", arena.allocateFrom(user));
            if (found.address() == 0 || account.address() == 0) {
                return false;
            }
            int wanted = found.reinterpret(GROUP_BYTES).get(ValueLayout.JAVA_INT, GROUP_ID_OFFSET);
            int primary = account.reinterpret(USER_BYTES).get(ValueLayout.JAVA_INT, USER_GROUP_OFFSET);
            MemorySegment count = arena.allocateFrom(ValueLayout.JAVA_INT, MAX_GROUPS);
            MemorySegment groups = arena.allocate(ValueLayout.JAVA_INT, MAX_GROUPS);
            int listed = listGroups(arena.allocateFrom(user), primary, groups, count);
            for (int i = 0; i < listed; i++) {
                if (groups.getAtIndex(ValueLayout.JAVA_INT, i) == wanted) {
                    return true;
                }
            }
            return false;
        }
    }

    private static MemorySegment lookUp(String function, MemorySegment name) {
        MethodHandle call = function(function, FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        try {
            return (MemorySegment) call.invokeExact(name);
        } catch (Throwable e) {
            throw new IllegalStateException(function + " cannot be called", e);
        }
    }

    private static int listGroups(MemorySegment user, int primary, MemorySegment groups, MemorySegment count) {
        MethodHandle call = function(
                "getgrouplist",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS));
        try {
            return (int) call.invokeExact(user, primary, groups, count);
        } catch (Throwable e) {
            throw new IllegalStateException("getgrouplist cannot be called", e);
        }
    }

    private static MethodHandle function(String name, FunctionDescriptor shape) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape);
    }
}
