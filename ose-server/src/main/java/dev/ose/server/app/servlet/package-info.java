/**
 * Runs servlets, and so Spring MVC, on Undertow. Owns the admin listener's limits, TLS and graceful stop; S3 requests
 * do not pass through here.
 *
 * <p>Its rule: clients cannot delay health answers. Health is answered on the I/O thread, keeper and metrics have
 * threads of their own, and servlets get whole bodies, so that a thread is only held for work.
 */
@NullMarked
package dev.ose.server.app.servlet;

import org.jspecify.annotations.NullMarked;
