/**
 * What the provider has the portal show: announcements and branding. Owns whom an announcement is for and which images
 * are logos; refuses to know how they are drawn.
 */
@NullMarked
package dev.ose.server.admin.access.portal;

import org.jspecify.annotations.NullMarked;
