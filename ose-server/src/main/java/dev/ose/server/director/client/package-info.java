/**
 * Asks VMware Cloud Director about access tokens and roles, and keeps the answers for a short time. Refuses to know
 * tenants and users.
 */
@NullMarked
package dev.ose.server.director.client;

import org.jspecify.annotations.NullMarked;
