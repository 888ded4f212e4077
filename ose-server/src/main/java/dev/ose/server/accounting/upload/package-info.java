/**
 * Multipart uploads under way and the space their parts take. Owns these counts and their verification; it neither
 * stores the parts nor decides requests by these rows.
 */
@NullMarked
package dev.ose.server.accounting.upload;

import org.jspecify.annotations.NullMarked;
