/**
 * Multipart uploads under way: how much their parts take. Owns these counts and their comparison with the platform;
 * refuses the parts themselves, and no row here decides a request.
 */
@NullMarked
package dev.ose.server.accounting.upload;

import org.jspecify.annotations.NullMarked;
