package dev.ose.server.app.tls;

import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** A context that is made when it is first used. Thread-safe. */
final class LazyContext extends SSLContext {

    LazyContext(Supplier<SSLContext> source) {
        super(new Spi(source), null, "TLS");
    }

    private static final class Spi extends SSLContextSpi {

        private final Supplier<SSLContext> source;
        private volatile @Nullable SSLContext made;

        Spi(Supplier<SSLContext> source) {
            this.source = source;
        }

        private SSLContext context() {
            @Nullable SSLContext context = made;
            if (context == null) {
                synchronized (this) {
                    context = made;
                    if (context == null) {
                        context = source.get();
                        made = context;
                    }
                }
            }
            return context;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return context().createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return context().createSSLEngine(host, port);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return context().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return context().getServerSocketFactory();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context().getClientSessionContext();
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
            throw new UnsupportedOperationException("the context is complete when it is made");
        }
    }
}
