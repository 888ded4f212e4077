/**
 * What OSE knows of multipart uploads under way: how much their parts take. Owns these books and their comparison with the
 * platform; refuses the parts themselves, and no row here decides a request.
 */
@NullMarked
package dev.ose.server.upload;

import org.jspecify.annotations.NullMarked;
