/**
 * Users of VMware Cloud Director as callers: whose organisation is which tenant, what a role there is here, and which
 * user of the tenant a user there is. Refuses to know how Cloud Director is asked and how the mapping is stored.
 */
@NullMarked
package dev.ose.server.director;

import org.jspecify.annotations.NullMarked;
