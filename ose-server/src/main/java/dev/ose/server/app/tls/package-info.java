/**
 * The implementation of TLS at the listeners and towards platforms: BoringSSL where it runs, else Java's own. Owns the
 * native library; the packages that speak TLS see contexts of {@link javax.net.ssl} alone.
 */
@NullMarked
package dev.ose.server.app.tls;

import org.jspecify.annotations.NullMarked;
