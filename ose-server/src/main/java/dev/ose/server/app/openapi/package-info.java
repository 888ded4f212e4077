/**
 * The OpenAPI document of the admin API: made of the controllers and their records by springdoc, and completed here by
 * the table of operations, so that nothing about a request or an answer is written twice. Knows no subject of the API.
 */
@NullMarked
package dev.ose.server.app.openapi;

import org.jspecify.annotations.NullMarked;
