/** The PROXY protocol, by which load balancers state a client's address. Owns whose headers are believed. */
@NullMarked
package dev.ose.server.http.proxy;

import org.jspecify.annotations.NullMarked;
