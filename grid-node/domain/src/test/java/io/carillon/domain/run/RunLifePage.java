package io.carillon.domain.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page that shows the life of a run, drawn from {@link RunTransition}. */
final class RunLifePage {

    private RunLifePage() {}

    static String page() {
        return String.join(
                        "\n",
                        "# The life of a run",
                        "",
                        "Drawn from `RunTransition` by `RunLifePageTest`, which fails when this page and the code differ; run it"
                                + " with",
                        "`-Ddocs.write=true` to draw it anew. What leads to each transition is decided in `RunTransitions`.",
                        "",
                        diagram(),
                        "",
                        "A waiting run is shown as `scheduled` before its due time, as `failed` while it waits for a retry, else as"
                                + " `queued`.",
                        "",
                        table())
                + "\n";
    }

    /** A picture that GitHub and most viewers of Markdown draw. */
    static String diagram() {
        Stream<String> begin = Stream.of("```mermaid", "stateDiagram-v2", "    [*] --> waiting: claimed or triggered");
        Stream<String> ways = Stream.of(RunTransition.values())
                .map(way -> "    " + name(way.from()) + " --> " + name(way.to()) + ": " + way.when());
        Stream<String> ends =
                Stream.of(RunState.values()).filter(RunState::terminal).map(state -> "    " + name(state) + " --> [*]");
        return Stream.of(begin, ways, ends, Stream.of("```"))
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n"));
    }

    private static String table() {
        List<String> head = List.of("| transition | from | to | when |", "| --- | --- | --- | --- |");
        Stream<String> rows = Stream.of(RunTransition.values())
                .map(way -> "| `%s` | %s | %s | %s |".formatted(way, name(way.from()), name(way.to()), way.when()));
        return Stream.concat(head.stream(), rows).collect(Collectors.joining("\n"));
    }

    private static String name(RunState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
