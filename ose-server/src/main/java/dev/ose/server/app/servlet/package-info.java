/**
 * Runs servlets, and so Spring MVC, on Undertow. Owns the admin listener's limits, TLS and graceful stop; S3 requests
 * never come through here.
 */
@NullMarked
package dev.ose.server.app.servlet;

import org.jspecify.annotations.NullMarked;
