package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.Certificate;
import dev.ose.benchmarks.DirectServer;
import dev.ose.benchmarks.NginxServer;
import dev.ose.benchmarks.NodeServer;
import dev.ose.benchmarks.ServerUnderTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The programs that can be measured in front of a storage, in the order of the report. */
enum Contestant {
    /** The storage itself, which the others are compared with. */
    DIRECT {
        @Override
        ServerUnderTest start(Backend backend, Surroundings around) {
            return new DirectServer(backend.address(), backend.keys(), around.trust());
        }
    },
    /** Debian's, as a plain reverse proxy. */
    NGINX {
        @Override
        ServerUnderTest start(Backend backend, Surroundings around) {
            return NginxServer.start(
                    backend.endpoint(), backend.keys(), around.directory().resolve("nginx"), around.certificate());
        }
    },
    /** Debian's, as a plain reverse proxy. */
    HAPROXY {
        @Override
        ServerUnderTest start(Backend backend, Surroundings around) {
            return HaproxyServer.start(backend, around.directory().resolve("haproxy"), around.certificate());
        }
    },
    /** A gateway in Java that checks signatures and signs again. */
    S3PROXY {
        @Override
        ServerUnderTest start(Backend backend, Surroundings around) {
            return S3ProxyServer.start(
                    backend, around.s3ProxyJars(), around.directory().resolve("s3proxy"));
        }

        @Override
        Optional<String> refusal(Backend backend, Surroundings around) {
            return around.certificate() == null ? Optional.empty() : Optional.of("is measured without TLS only");
        }
    },
    /** A gateway in Go that checks signatures and signs again: its back end for S3. */
    VERSITYGW {
        @Override
        ServerUnderTest start(Backend backend, Surroundings around) {
            return VersityServer.start(
                    backend, around.versityProgram(), around.directory().resolve("versitygw"));
        }

        @Override
        Optional<String> refusal(Backend backend, Surroundings around) {
            if (around.certificate() != null) {
                return Optional.of("is measured without TLS only");
            }
            return backend.isStoring()
                    ? Optional.empty()
                    : Optional.of("keeps the owners of buckets in the storage, which this one discards");
        }
    },
    /** The node of this build. */
    OSE {
        @Override
        ServerUnderTest start(Backend backend, Surroundings around) {
            NodeServer.Build build = new NodeServer.Build(
                    label(), System.getProperty("java.class.path"), new NodeServer.Arguments(List.of(), List.of()));
            return NodeServer.start(
                    build, backend.nodeProgram(), around.directory().resolve("ose"), around.certificate());
        }
    };

    /**
     * What the programs are started with.
     *
     * @param directory of their files
     * @param certificate of all of them; null to speak plain HTTP
     * @param s3ProxyJars the folder of S3Proxy and its libraries
     * @param versityProgram the program of versitygw
     */
    record Surroundings(Path directory, @Nullable Certificate certificate, Path s3ProxyJars, Path versityProgram) {

        @Nullable
        SSLContext trust() {
            return certificate == null ? null : certificate.client();
        }
    }

    /** Starts the program. Blocks until it serves. */
    abstract ServerUnderTest start(Backend backend, Surroundings around);

    /** Why the program cannot be measured in front of the storage; empty if it can. */
    Optional<String> refusal(Backend backend, Surroundings around) {
        return Optional.empty();
    }

    /** As it appears on the command line and in the report. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if there is none of that name */
    static Contestant of(String label) {
        return Stream.of(values())
                .filter(contestant -> contestant.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no server is named " + label));
    }
}
