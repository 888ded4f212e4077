/**
 * Client of VMware Cloud Director: the certificate it shows, the check of the link's login, and the plug-ins of its
 * portal. Changes nothing there but plug-ins, and never sends its session token to another host.
 */
@NullMarked
package dev.ose.keeper.director;

import org.jspecify.annotations.NullMarked;
