/**
 * The admin API for programs in Java: a static method for each operation in the classes named {@code ...Api}, and a
 * record for each JSON document, all generated from the OpenAPI document. What is written by hand is what they have in
 * common.
 *
 * <p>A request is a value. This package neither opens connections nor knows a login: the caller sends {@link
 * dev.ose.client.Call#method}, {@link dev.ose.client.Call#target} and {@link dev.ose.client.Call#body} by its own
 * transport, and reads the answer with {@link dev.ose.client.Call#read}. Operations that answer text, events or
 * redirects only are left out.
 */
@NullMarked
package dev.ose.client;

import org.jspecify.annotations.NullMarked;
