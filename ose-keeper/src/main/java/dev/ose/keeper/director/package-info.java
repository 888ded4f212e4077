/**
 * VMware Cloud Director as the keeper sees it: which certificate it shows, whether it takes the login of its link, and the
 * plug-ins of its portal. Owns how that is asked and judged. Refuses to change anything there but plug-ins, and to show its
 * session to any other host.
 */
@NullMarked
package dev.ose.keeper.director;

import org.jspecify.annotations.NullMarked;
