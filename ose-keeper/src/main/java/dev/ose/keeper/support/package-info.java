/**
 * The support bundle: one archive of logs, facts and checks with all secrets removed. Owns its contents and the
 * detection of secrets in text. Does not read files that hold nothing but secrets.
 */
@NullMarked
package dev.ose.keeper.support;

import org.jspecify.annotations.NullMarked;
