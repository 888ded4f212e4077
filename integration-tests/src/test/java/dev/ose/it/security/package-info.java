/**
 * Attacks that hit other object stores and gateways, each named by its advisory where it has one, against a node that
 * runs as a process: straight, and behind the load balancers that operators put in front of it.
 */
@NullMarked
package dev.ose.it.security;

import org.jspecify.annotations.NullMarked;
