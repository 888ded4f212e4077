/**
 * What the provider has the portal show, in the admin API: announcements and branding. Owns their JSON documents;
 * refuses to draw anything.
 */
@NullMarked
package dev.ose.server.admin.portal;

import org.jspecify.annotations.NullMarked;
