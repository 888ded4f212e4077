package dev.ose.server.tenant.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.policy.Policy;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedPoliciesTest {

    private static final String ALL =
            "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"}}";

    private final SharedPolicies policies = new SharedPolicies();

    @Test
    void keysOfOneUserShareItsPolicies() {
        CredentialLimits first =
                CredentialLimits.of(CredentialKind.USER, null, List.of(ALL, ALL + ' '), policies::read);
        CredentialLimits second =
                CredentialLimits.of(CredentialKind.SESSION, null, List.of(new String(ALL)), policies::read);

        List<Policy> ofFirst = first.groups().getFirst();
        assertThat(second.groups().getFirst().getFirst()).isSameAs(ofFirst.getFirst());
        assertThat(ofFirst.getLast()).isNotSameAs(ofFirst.getFirst());
    }
}
