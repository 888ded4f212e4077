/**
 * VMware Cloud Director as the keeper sees it: which certificate it shows, and whether it takes the login of its link. Owns how
 * that is asked and judged. Refuses to do anything there.
 */
@NullMarked
package dev.ose.keeper.director;

import org.jspecify.annotations.NullMarked;
