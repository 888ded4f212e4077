package dev.ose.server.app.tls;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslCachingX509KeyManagerFactory;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.KeyManagerFactoryWrapper;
import io.netty.util.ReferenceCounted;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A context whose engines are those of BoringSSL, as netty-tcnative offers it. It makes no sockets. Thread-safe. */
final class BoringSslContext extends SSLContextSpi {

    /** The largest plaintext of a record (RFC 8446, section 5.1). */
    private static final int RECORD_BYTES = 1 << 14;

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final Cleaner CLEANER = Cleaner.create();

    private final SslContext context;
    private final ThreadLocal<ByteBuffer> plaintexts =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(RECORD_BYTES));

    private BoringSslContext(SslContext context) {
        this.context = context;
        CLEANER.register(this, ((ReferenceCounted) context)::release);
    }

    /** Why there is none on this machine; empty if there is. Loads the library. */
    static String unavailability() {
        Throwable cause = OpenSsl.unavailabilityCause();
        return cause == null ? "" : String.valueOf(cause.getMessage());
    }

    /** The name and version of the library. */
    static String version() {
        return OpenSsl.versionString();
    }

    /** @throws SSLException if BoringSSL does not take the keys */
    static SSLContext server(X509ExtendedKeyManager keys) throws SSLException {
        return of(SslContextBuilder.forServer(
                new OpenSslCachingX509KeyManagerFactory(new KeyManagerFactoryWrapper(keys))));
    }

    static SSLContext client(X509ExtendedTrustManager trust) throws SSLException {
        return of(SslContextBuilder.forClient().trustManager(trust));
    }

    private static SSLContext of(SslContextBuilder builder) throws SSLException {
        SslContext built = builder.sslProvider(SslProvider.OPENSSL_REFCNT)
                .protocols(PROTOCOLS)
                .build();
        return new Context(new BoringSslContext(built));
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return engine(context.newEngine(UnpooledByteBufAllocator.DEFAULT));
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return engine(context.newEngine(UnpooledByteBufAllocator.DEFAULT, host, port));
    }

    private SSLEngine engine(SSLEngine made) {
        return new BoringSslEngine((ReferenceCountedOpenSslEngine) made, plaintexts);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return context.sessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return context.sessionContext();
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
        throw new UnsupportedOperationException("a context of BoringSSL is complete when it is made");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        throw new UnsupportedOperationException("a context of BoringSSL makes engines only");
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        throw new UnsupportedOperationException("a context of BoringSSL makes engines only");
    }

    private static final class Context extends SSLContext {

        Context(BoringSslContext context) {
            super(context, new Library(), "TLS");
        }
    }

    private static final class Library extends Provider {

        private static final long serialVersionUID = 1;

        Library() {
            super("BoringSSL", "1", "BoringSSL by netty-tcnative");
        }
    }
}
