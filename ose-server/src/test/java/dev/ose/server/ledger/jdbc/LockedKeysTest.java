package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.CompactionFixture;
import dev.ose.server.catalog.jdbc.FoldedObject;
import dev.ose.server.catalog.jdbc.ObjectStatements;
import dev.ose.server.database.StoreFixture;
import dev.ose.testkit.PostgresFixture;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many folded objects are looked up at once. */
class LockedKeysTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final int KEYS = 1_203;
    private static final int AT_ONCE = 500;

    private static final String ROWS = """
            INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)
            SELECT ?, 'key-' || lpad(n::text, 5, '0'), n, now(), decode(md5(n::text), 'hex')
            FROM generate_series(1, ?) n""";

    /** The lengths of the arrays of keys of each statement that looks segments up. */
    private final List<Integer> lookedUp = new ArrayList<>();

    @Test
    void manyFoldedObjectsAreLookedUpInBatches() {
        try (StoreFixture stores = new StoreFixture(postgres.database())) {
            Bucket bucket = stores.bucket(stores.holder("locked"), "locked");
            stores.database.update(ROWS, bucket.id(), KEYS);
            assertThat(CompactionFixture.all(stores.database, bucket.id())).isEqualTo(KEYS);
            SortedSet<ObjectAddress> addresses = IntStream.rangeClosed(1, KEYS + 1)
                    .mapToObj(n -> new ObjectAddress(bucket.id(), new ObjectKey("key-%05d".formatted(n))))
                    .collect(Collectors.toCollection(TreeSet::new));

            LockedKeys locked =
                    stores.database.transact(connection -> LockedKeys.lock(counting(connection), addresses));

            assertThat(lookedUp).hasSize(3).allSatisfy(keys -> assertThat(keys).isLessThanOrEqualTo(AT_ONCE));
            assertThat(lookedUp.stream().mapToInt(Integer::intValue).sum()).isEqualTo(KEYS + 1);
            assertThat(locked.folded()).hasSize(KEYS).doesNotContainKey(addresses.last());
            assertThat(locked.folded().values().stream()
                            .mapToLong(FoldedObject::sizeBytes)
                            .sum())
                    .isEqualTo(KEYS * (KEYS + 1L) / 2);
        }
    }

    private Connection counting(Connection connection) {
        return proxy(Connection.class, (method, arguments) -> {
            Object result = method.invoke(connection, arguments);
            return method.getName().equals("prepareStatement")
                            && arguments[0] instanceof String sql
                            && sql.contains(ObjectStatements.LOCATE_FOLDED)
                    ? counting((PreparedStatement) result)
                    : result;
        });
    }

    /** The last array is that of the hashes of the keys. */
    private PreparedStatement counting(PreparedStatement statement) {
        List<Array> arrays = new ArrayList<>();
        return proxy(PreparedStatement.class, (method, arguments) -> {
            if (method.getName().equals("setArray")) {
                arrays.add((Array) arguments[1]);
            } else if (method.getName().startsWith("execute")) {
                lookedUp.add(((Object[]) arrays.getLast().getArray()).length);
            }
            return method.invoke(statement, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    try {
                        return call.of(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @FunctionalInterface
    private interface Call {
        Object of(Method method, Object[] arguments) throws ReflectiveOperationException, SQLException;
    }
}
