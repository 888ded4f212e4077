/**
 * What OSE knows about objects: rows derived from what the platform holds. Owns the intent/complete protocol that
 * keeps them true under concurrency and crashes; refuses the bytes themselves, and no row here ever decides a request.
 */
@NullMarked
package dev.ose.server.object;

import org.jspecify.annotations.NullMarked;
