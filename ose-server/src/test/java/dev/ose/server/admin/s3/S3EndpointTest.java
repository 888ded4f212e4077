package dev.ose.server.admin.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3EndpointTest {

    @ParameterizedTest
    @CsvSource({
        "https://S3.Example.com,           s3.example.com",
        "https://s3.example.com:443/,      s3.example.com",
        "http://s3.example.com:80,         s3.example.com",
        "https://s3.example.com:80,        s3.example.com:80",
        "http://localhost:9000,            localhost:9000",
        "http://[::1]:9000,                [::1]:9000",
    })
    void hostIsAsClientsSendIt(URI address, String host) {
        S3Endpoint endpoint = new S3Endpoint(() -> address, "us-east-1");

        assertThat(endpoint.host()).isEqualTo(host);
        assertThat(endpoint.url()).isEqualTo(address.getScheme() + "://" + host);
    }
}
