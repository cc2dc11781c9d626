package io.carillon.app.keys;

import io.carillon.app.start.StartFailure;
import io.carillon.app.start.Usage;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Principal;
import io.carillon.engine.time.Secrets;
import io.carillon.engine.time.StoreTime;
import io.carillon.gateway.api.ApiKeyDesk;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.Violations;
import io.carillon.persistence.DurableStore;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * {@code keys create --role= [--owner=] [--name=]} and a member's settings: makes an API key in the configured database,
 * whether members run on it or not. So there is a first one, and one when all are lost.
 *
 * <p>Prints the key, once. Exit codes: 0 made, 2 not, and a line says why.
 */
public final class KeysCommand {

    public static final String NAME = "keys";

    private static final Principal OPERATOR = new Principal("command-line", null, "command line", null);

    private static final int MADE = 0;
    private static final int NOT_MADE = 2;

    private KeysCommand() {}

    /**
     * @param configuration with a {@link DurableStore}
     * @return the exit code
     */
    public static int run(Class<?> configuration, List<String> args, PrintStream out, PrintStream err) {
        if (Usage.askedFor(args)) {
            out.println(Usage.KEYS);
            return MADE;
        }
        try {
            KeysRequest request = KeysRequest.of(args);
            List<String> settings = new ArrayList<>(request.settings());
            // Only the key goes to the output.
            settings.add("--logging.level.root=error");
            settings.add("--logging.level.io.carillon=error");
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(configuration)
                    .web(WebApplicationType.NONE)
                    .bannerMode(Banner.Mode.OFF)
                    .logStartupInfo(false)
                    .registerShutdownHook(false)
                    .run(settings.toArray(String[]::new))) {
                DurableStore store = context.getBean(DurableStore.class);
                store.migrate();
                out.println(make(store, request));
            }
            return MADE;
        } catch (ProblemException refused) {
            err.println("carillon: no key was made: " + refused.problem().detail());
            return NOT_MADE;
        } catch (RuntimeException failure) {
            err.println("carillon: no key was made: " + StartFailure.of(failure).line());
            return NOT_MADE;
        }
    }

    private static String make(DurableStore store, KeysRequest request) {
        try (StoreTime time = StoreTime.start(store.referenceClock())) {
            ApiKeyDesk desk =
                    new ApiKeyDesk(store.apiKeys(), time, () -> Secrets.bytes(KeyText.SECRET_BYTES), () -> {});
            ApiKeyDesk.Wanted wanted = new ApiKeyDesk.Wanted(request.name(), request.role(), request.owner(), null);
            return desk.create(OPERATOR, wanted, new Violations()).text().text();
        }
    }
}
