package dev.ose.adapter.embedded.store;

/**
 * What removes objects and uploads by the lifecycle rules of their bucket.
 *
 * @param configurations the documents with the rules
 * @param rules the rules in them
 */
public record LifecycleManagement(Lifecycles configurations, LifecycleRules rules, Expiry expiry) {}
