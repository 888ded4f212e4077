/**
 * Personal tokens of accounts for the admin API. Owns what each is good for; refuses to know how they are sent and
 * stored.
 */
@NullMarked
package dev.ose.server.admin.access.token;

import org.jspecify.annotations.NullMarked;
