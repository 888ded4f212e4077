package dev.ose.server.app.tls;

import io.netty.util.ReferenceCounted;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * An engine of BoringSSL. Netty's engine makes a record of one source at a time, which would send the head of each
 * answer by a system call of its own; this one makes one record of several. Native memory is freed once both directions
 * are closed, or when the connection is forgotten.
 */
final class BoringSslEngine extends SSLEngine {

    private static final Cleaner CLEANER = Cleaner.create();

    private final SSLEngine engine;
    private final ThreadLocal<ByteBuffer> plaintexts;
    private final Cleaner.Cleanable memory;

    /**
     * @param engine freed with this one
     * @param plaintexts a direct buffer of the size of a record for each I/O thread
     */
    <E extends SSLEngine & ReferenceCounted> BoringSslEngine(E engine, ThreadLocal<ByteBuffer> plaintexts) {
        this.engine = engine;
        this.plaintexts = plaintexts;
        this.memory = CLEANER.register(this, engine::release);
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer target) throws SSLException {
        // Blocking writes come from any thread, and a buffer for each of them would be too much memory.
        SSLEngineResult result = Thread.currentThread() instanceof XnioIoThread && hasSeveral(sources, offset, length)
                ? wrapTogether(sources, offset, length, target)
                : engine.wrap(sources, offset, length, target);
        return noted(result);
    }

    private static boolean hasSeveral(ByteBuffer[] sources, int offset, int length) {
        int filled = 0;
        for (int i = offset; i < offset + length; i++) {
            filled += sources[i].hasRemaining() ? 1 : 0;
        }
        return filled > 1;
    }

    private SSLEngineResult wrapTogether(ByteBuffer[] sources, int offset, int length, ByteBuffer target)
            throws SSLException {
        ByteBuffer plaintext = plaintexts.get().clear();
        for (int i = offset; i < offset + length && plaintext.hasRemaining(); i++) {
            int bytes = Math.min(sources[i].remaining(), plaintext.remaining());
            plaintext.put(plaintext.position(), sources[i], sources[i].position(), bytes);
            plaintext.position(plaintext.position() + bytes);
        }
        SSLEngineResult result = engine.wrap(plaintext.flip(), target);
        int consumed = result.bytesConsumed();
        for (int i = offset; consumed > 0; i++) {
            int bytes = Math.min(sources[i].remaining(), consumed);
            sources[i].position(sources[i].position() + bytes);
            consumed -= bytes;
        }
        return result;
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer source, ByteBuffer target) throws SSLException {
        return noted(engine.wrap(source, target));
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] targets, int offset, int length) throws SSLException {
        return noted(engine.unwrap(source, targets, offset, length));
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer target) throws SSLException {
        return noted(engine.unwrap(source, target));
    }

    private SSLEngineResult noted(SSLEngineResult result) {
        if (result.getStatus() == Status.CLOSED) {
            freeIfDone();
        }
        return result;
    }

    @Override
    public void closeInbound() throws SSLException {
        try {
            engine.closeInbound();
        } finally {
            freeIfDone();
        }
    }

    @Override
    public void closeOutbound() {
        engine.closeOutbound();
        freeIfDone();
    }

    private void freeIfDone() {
        if (engine.isInboundDone() && engine.isOutboundDone()) {
            memory.clean();
        }
    }

    @Override
    public boolean isInboundDone() {
        return engine.isInboundDone();
    }

    @Override
    public boolean isOutboundDone() {
        return engine.isOutboundDone();
    }

    @Override
    public @Nullable Runnable getDelegatedTask() {
        return engine.getDelegatedTask();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return engine.getSupportedCipherSuites();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return engine.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        engine.setEnabledCipherSuites(suites);
    }

    @Override
    public String[] getSupportedProtocols() {
        return engine.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledProtocols() {
        return engine.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        engine.setEnabledProtocols(protocols);
    }

    @Override
    public SSLSession getSession() {
        return engine.getSession();
    }

    @Override
    public SSLSession getHandshakeSession() {
        return engine.getHandshakeSession();
    }

    @Override
    public void beginHandshake() throws SSLException {
        engine.beginHandshake();
    }

    @Override
    public HandshakeStatus getHandshakeStatus() {
        return engine.getHandshakeStatus();
    }

    @Override
    public void setUseClientMode(boolean isClient) {
        engine.setUseClientMode(isClient);
    }

    @Override
    public boolean getUseClientMode() {
        return engine.getUseClientMode();
    }

    @Override
    public void setNeedClientAuth(boolean isNeeded) {
        engine.setNeedClientAuth(isNeeded);
    }

    @Override
    public boolean getNeedClientAuth() {
        return engine.getNeedClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean isWanted) {
        engine.setWantClientAuth(isWanted);
    }

    @Override
    public boolean getWantClientAuth() {
        return engine.getWantClientAuth();
    }

    /** Netty's engine takes no order here, and always creates sessions. */
    @Override
    public void setEnableSessionCreation(boolean isEnabled) {
        if (!isEnabled) {
            throw new UnsupportedOperationException("BoringSSL always creates sessions");
        }
    }

    @Override
    public boolean getEnableSessionCreation() {
        return true;
    }

    @Override
    public SSLParameters getSSLParameters() {
        return engine.getSSLParameters();
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        engine.setSSLParameters(parameters);
    }

    @Override
    public @Nullable String getPeerHost() {
        return engine.getPeerHost();
    }

    @Override
    public int getPeerPort() {
        return engine.getPeerPort();
    }

    @Override
    public @Nullable String getApplicationProtocol() {
        return engine.getApplicationProtocol();
    }

    @Override
    public @Nullable String getHandshakeApplicationProtocol() {
        return engine.getHandshakeApplicationProtocol();
    }
}
