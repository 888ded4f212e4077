/**
 * Who may use the admin API: logins by password and of the keeper, origins of pages, and the answers to requests
 * without a login. Refuses to decide what a login may do.
 */
@NullMarked
package dev.ose.server.admin.login;

import org.jspecify.annotations.NullMarked;
