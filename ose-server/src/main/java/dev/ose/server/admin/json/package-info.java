/**
 * What all documents of the admin API have in common: checks of what is sent, pages of lists, problems, secrets. Knows
 * no subject of the API.
 */
@NullMarked
package dev.ose.server.admin.json;

import org.jspecify.annotations.NullMarked;
