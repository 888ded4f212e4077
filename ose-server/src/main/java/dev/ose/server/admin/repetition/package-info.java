/**
 * The header Idempotency-Key of the admin API: a request that makes something is carried out once, however often it is
 * sent. Answers that contain a secret are not kept.
 */
@NullMarked
package dev.ose.server.admin.repetition;

import org.jspecify.annotations.NullMarked;
