/**
 * What {@link dev.ose.adapter.StoragePlatform} promises, as JUnit suites: {@link
 * dev.ose.adapter.contract.PlatformContract} against a working platform, {@link
 * dev.ose.adapter.contract.RemotePlatformContract} against a broken one; and what an OSIS service in any language
 * promises: {@link dev.ose.adapter.contract.OsisServiceContract}. A vendor's test extends them and says how to reach
 * its platform. Owns no platform and refuses to know any.
 */
@NullMarked
package dev.ose.adapter.contract;

import org.jspecify.annotations.NullMarked;
