/**
 * Links by which users share objects: how they are created, listed, revoked and redeemed. Owns the page of a link;
 * refuses to send the bytes of objects, which S3 does.
 */
@NullMarked
package dev.ose.server.admin.link;

import org.jspecify.annotations.NullMarked;
