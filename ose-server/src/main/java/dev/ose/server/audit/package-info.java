/**
 * The audit log: who changed what, as whom and from where, with which result. Owns the entries, their recording before
 * a call is answered, their retention and their forwarding. It refuses secrets, request bodies and the content of
 * objects.
 */
@NullMarked
package dev.ose.server.audit;

import org.jspecify.annotations.NullMarked;
