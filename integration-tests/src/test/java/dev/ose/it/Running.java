package dev.ose.it;

/** A server that a test started and that ends with the tests. */
public interface Running extends AutoCloseable {

    @Override
    void close();
}
