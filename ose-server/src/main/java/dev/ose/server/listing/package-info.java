/**
 * Lists objects from what the database knows of them, for platforms that list slowly. Owns when that is the truth and how keys
 * become a page; refuses to tell anything that the platform might tell differently: whoever asks is sent there.
 */
@NullMarked
package dev.ose.server.listing;

import org.jspecify.annotations.NullMarked;
