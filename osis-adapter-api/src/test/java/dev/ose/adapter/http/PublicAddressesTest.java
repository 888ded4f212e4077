package dev.ose.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2a00:1450::1", "2606:4700::1111"})
    void addressOnTheInternetIsPublic(String address) {
        assertThat(PublicAddresses.isPublic(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "127.0.0.1",
                "172.31.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "192.0.0.8",
                "192.0.2.1",
                "192.88.99.1",
                "198.18.0.1",
                "198.51.100.7",
                "203.0.113.7",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "fe80::1",
                "fd00:ec2::254",
                "64:ff9b::a00:1",
                "64:ff9b:1::a00:1",
                "2002:a00:1::",
                "2001:0:1::1",
                "2001:2::1",
                "2001:db8::1",
                "3fff::1",
                "5f00::1",
                "ff02::1"
            })
    void specialPurposeAddressIsNotPublic(String address) {
        assertThat(PublicAddresses.isPublic(InetAddress.ofLiteral(address))).isFalse();
    }
}
