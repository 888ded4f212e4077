/**
 * Runs servlets, and so Spring MVC, on Undertow. Owns the admin listener's limits, TLS and graceful stop; S3 requests
 * never come through here.
 *
 * <p>Its rule: no client decides how long a health answer takes. Health is answered on the I/O thread, keeper and
 * metrics have threads of their own, and servlets get whole bodies, so that a thread is held for work alone.
 */
@NullMarked
package dev.ose.server.app.servlet;

import org.jspecify.annotations.NullMarked;
