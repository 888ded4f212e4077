/**
 * What administrators of the provider may do: the operations on tenants, users and credentials, and the administrators
 * themselves. Owns their contracts; refuses to know about HTTP and about how anything is stored.
 */
@NullMarked
package dev.ose.server.administration;

import org.jspecify.annotations.NullMarked;
