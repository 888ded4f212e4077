/**
 * What an operator sends to those who help: one archive of logs, facts and checks, from which every secret was taken out. Owns
 * what goes in and what a secret looks like in text. Refuses to read files that hold nothing but secrets.
 */
@NullMarked
package dev.ose.keeper.support;

import org.jspecify.annotations.NullMarked;
