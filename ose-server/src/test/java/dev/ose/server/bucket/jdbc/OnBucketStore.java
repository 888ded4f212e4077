package dev.ose.server.bucket.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.testkit.PostgresFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Base of tests of {@link JdbcBucketStore} with two tenants, of a user each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnBucketStore {

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    StoreFixture node;
    Holder ann;
    Holder bob;

    @BeforeAll
    void open() {
        node = new StoreFixture(postgres.database());
        ann = node.holder("ann");
        bob = node.holder("bob");
    }

    @AfterAll
    void close() {
        node.close();
    }

    Bucket made(Holder holder, String name) {
        return node.bucket(holder, name);
    }

    BucketClaim claim(Holder holder, String name) {
        return node.buckets.claim(
                holder.tenant().id(), holder.made().user().id(), node.platform.id(), new BucketName(name), "default");
    }
}
