/**
 * The admin API: JSON over HTTP for the provider's and the tenants' administrators, health and metrics. Owns what
 * requests and answers look like and who may send them; refuses to decide anything about tenants itself.
 */
@NullMarked
package dev.ose.server.admin;

import org.jspecify.annotations.NullMarked;
