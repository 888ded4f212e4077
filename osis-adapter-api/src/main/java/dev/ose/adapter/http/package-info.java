/**
 * How the control plane and the adapters send HTTP requests of their own: in bounded time and memory, only to where
 * they may go, with a correct report of what became of a request that was not answered. Knows no platform and reads no
 * answer. The one user of Apache HttpClient, which lets the addresses of a connection be chosen; the client of the JDK
 * looks names up by itself.
 */
@NullMarked
package dev.ose.adapter.http;

import org.jspecify.annotations.NullMarked;
