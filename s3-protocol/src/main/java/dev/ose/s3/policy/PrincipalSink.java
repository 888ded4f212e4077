package dev.ose.s3.policy;

import tools.jackson.core.JsonParser;

/** Takes what a reader finds in a policy whose statements have principals. */
interface PrincipalSink {

    /** Whether its statements name resources. */
    boolean hasResources();

    /** The principals of a statement begin. */
    void begin(boolean inverted);

    /**
     * One of them.
     *
     * @param kind under which it is named; empty if it stands alone
     * @param json stands at its text
     */
    void add(String kind, JsonParser json);

    /** The statement has a condition on this key. */
    void condition(String key);

    /** The statement is over. */
    void endStatement(Statement.Effect effect);
}
