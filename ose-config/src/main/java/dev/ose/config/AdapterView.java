package dev.ose.config;

import dev.ose.adapter.plugin.AdapterCommands;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The description of an adapter for {@code ose}, which runs as root and loads no code of installed adapters.
 *
 * @param jar its jar; absent if it is part of this release
 * @param insideNode whether the platform is a part of the node
 * @param commands that set its options; absent if only {@code ose args} does
 */
public record AdapterView(
        String kind,
        String name,
        @Nullable String jar,
        boolean insideNode,
        @Nullable Commands commands) {

    /**
     * The commands of a platform.
     *
     * @param description a sentence
     */
    public record Commands(String description, Side admin, Side s3) {}

    /** Keys of the options of one side of a platform; see {@link AdapterCommands.Side}. */
    public record Side(
            String url,
            @Nullable String region,
            @Nullable String user,
            @Nullable String secretFile) {

        /** The key under which the keeper keeps the secret. */
        public Optional<String> secret() {
            return Optional.ofNullable(secretFile).map(ManagedSecret::key);
        }

        private static Side of(AdapterCommands.Side side) {
            return new Side(side.url().key(), key(side.region()), key(side.user()), key(side.secret()));
        }

        private static @Nullable String key(@Nullable AdapterOption<?> option) {
            return option == null ? null : option.key();
        }
    }

    /** All adapters of a catalogue, in display order. */
    public static List<AdapterView> of(OptionCatalogue catalogue) {
        AdapterRegistry adapters = catalogue.adapters();
        return adapters.factories().stream()
                .map(factory -> of(factory, adapters))
                .toList();
    }

    private static AdapterView of(PlatformAdapterFactory factory, AdapterRegistry adapters) {
        return new AdapterView(
                factory.kind(),
                factory.name(),
                adapters.jar(factory.kind()).map(Object::toString).orElse(null),
                factory.runsInsideNode(),
                factory.commands()
                        .map(it -> new Commands(it.description(), Side.of(it.admin()), Side.of(it.s3())))
                        .orElse(null));
    }
}
