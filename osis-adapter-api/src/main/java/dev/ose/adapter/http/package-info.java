/**
 * How an adapter reaches a platform over HTTP: in bounded time and memory, and telling truly what became of a request that was
 * not answered. Needs nothing but the JDK; knows no platform and reads no answer.
 */
@NullMarked
package dev.ose.adapter.http;

import org.jspecify.annotations.NullMarked;
