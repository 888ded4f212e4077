package dev.ose.server.s3.relay;

import dev.ose.s3.checksum.Digester;
import dev.ose.s3.checksum.StatedChecksum;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Verifies the checksum of a body. */
final class ChecksumCheck implements BodyCheck {

    private final StatedChecksum stated;
    private final Digester digester;

    /**
     * @param stated has a value
     */
    ChecksumCheck(StatedChecksum stated) {
        this.stated = stated;
        this.digester = Digester.of(stated.algorithm());
    }

    @Override
    public int take(ByteBuffer buffer, int start) {
        digester.update(buffer.duplicate().flip().position(start));
        return buffer.position();
    }

    @Override
    public void finish() throws IOException {
        if (!stated.matches(digester.value())) {
            throw BodyCheck.bad(stated.mismatch());
        }
    }
}
