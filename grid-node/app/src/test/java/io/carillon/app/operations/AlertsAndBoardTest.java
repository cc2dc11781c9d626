package io.carillon.app.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The alert rules and the board ask for metrics that there are, and each alert has its section in the runbook. */
class AlertsAndBoardTest {

    private static final Path RULES = Path.of("../../ops/prometheus/carillon-rules.yaml");
    private static final Path BOARD = Path.of("../../ops/grafana/carillon.json");
    private static final Path RUNBOOK = Path.of("../../docs/operations/runbook.md");

    private static final Pattern METRIC = Pattern.compile("\\bcarillon_[a-z_]+\\b");
    private static final Pattern DURATION = Pattern.compile("\\d+[smhd]");
    private static final Pattern FUNCTION = Pattern.compile("\\b([a-z_]+) ?(?=\\()");
    private static final Set<String> FUNCTIONS =
            Set.of("max", "min", "sum", "by", "rate", "increase", "histogram_quantile", "label_values");

    private final DocumentedMetrics documented = DocumentedMetrics.read();

    @Test
    void the_page_of_metrics_was_read() {
        assertThat(documented.names()).hasSizeGreaterThan(50).contains("carillon_start_delay_seconds");
    }

    @Test
    void every_rule_is_whole_and_asks_for_metrics_that_there_are() throws IOException {
        List<Map<?, ?>> rules = rules();
        assertThat(rules).hasSizeGreaterThan(15);
        for (Map<?, ?> rule : rules) {
            String name = String.valueOf(rule.get("alert"));
            assertThat(rule.keySet().stream().map(String::valueOf))
                    .as(name)
                    .isSubsetOf("alert", "expr", "for", "labels", "annotations")
                    .contains("alert", "expr", "labels", "annotations");
            checkExpression(name, String.valueOf(rule.get("expr")));
            if (rule.get("for") != null) {
                assertThat(String.valueOf(rule.get("for"))).as(name).matches(DURATION);
            }
            assertThat(map(rule, "labels").get("severity")).as(name).isIn("page", "ticket");
        }
    }

    @Test
    void what_must_have_an_alert_has_one() throws IOException {
        String all =
                rules().stream().map(rule -> String.valueOf(rule.get("expr"))).collect(Collectors.joining(" "));

        assertThat(all)
                .contains(
                        "carillon_unaccounted_occurrences",
                        "carillon_start_delay_seconds",
                        "carillon_watchdog_found",
                        "transition=\"start\"",
                        "lapse",
                        "carillon_clock_error_bound_seconds",
                        "carillon_cp_whole",
                        "carillon_store_unavailable_total");
    }

    @Test
    void every_alert_has_its_section_in_the_runbook_and_every_section_its_alert() throws IOException {
        List<String> sections = Files.readAllLines(RUNBOOK).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .toList();

        assertThat(rules())
                .extracting(rule -> String.valueOf(rule.get("alert")))
                .containsExactlyElementsOf(sections);
        assertThat(rules())
                .allSatisfy(rule -> assertThat(
                                String.valueOf(map(rule, "annotations").get("runbook")))
                        .isEqualTo("docs/operations/runbook.md#"
                                + String.valueOf(rule.get("alert")).toLowerCase(Locale.ROOT)));
    }

    @Test
    void the_board_asks_for_metrics_that_there_are_and_its_panels_do_not_overlap() throws IOException {
        JsonNode board = JsonMapper.builder().build().readTree(Files.readString(BOARD));
        Set<Integer> ids = new HashSet<>();
        Set<String> cells = new HashSet<>();
        int asked = 0;
        for (JsonNode panel : board.get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).as(panel.toString()).isTrue();
            JsonNode place = panel.get("gridPos");
            for (int x = 0; x < place.get("w").asInt(); x++) {
                for (int y = 0; y < place.get("h").asInt(); y++) {
                    int column = place.get("x").asInt() + x;
                    assertThat(column).isLessThan(24);
                    assertThat(cells.add(column + "/" + (place.get("y").asInt() + y)))
                            .as("a place for %s", panel.get("title"))
                            .isTrue();
                }
            }
            if (panel.has("targets")) {
                for (JsonNode target : panel.get("targets")) {
                    checkExpression(
                            panel.get("title").asString(), target.get("expr").asString());
                    asked++;
                }
            }
        }
        assertThat(asked).isGreaterThan(20);
    }

    /** No parser of PromQL: its brackets, its functions and its metrics. */
    private void checkExpression(String where, String expression) {
        List<Character> open = new ArrayList<>();
        for (int i = 0; i < expression.length(); i++) {
            char c = expression.charAt(i);
            if ("([{".indexOf(c) >= 0) {
                open.add(c);
            } else if (")]}".indexOf(c) >= 0) {
                assertThat(open).as("%s: %s", where, expression).isNotEmpty();
                assertThat("([{".indexOf(open.remove(open.size() - 1)))
                        .as("%s: %s", where, expression)
                        .isEqualTo(")]}".indexOf(c));
            }
        }
        assertThat(open).as("%s: %s", where, expression).isEmpty();
        List<String> metrics =
                METRIC.matcher(expression).results().map(found -> found.group()).toList();
        assertThat(metrics).as("%s: %s", where, expression).isNotEmpty().allMatch(documented::know);
        assertThat(FUNCTION.matcher(expression).results().map(found -> found.group(1)))
                .as("%s: %s", where, expression)
                .allMatch(FUNCTIONS::contains);
    }

    private static List<Map<?, ?>> rules() throws IOException {
        try (var text = Files.newBufferedReader(RULES)) {
            Map<?, ?> file = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
            List<Map<?, ?>> rules = new ArrayList<>();
            for (Object group : list(file, "groups")) {
                for (Object rule : list((Map<?, ?>) group, "rules")) {
                    rules.add((Map<?, ?>) rule);
                }
            }
            return rules;
        }
    }

    private static Map<?, ?> map(Map<?, ?> in, String name) {
        return (Map<?, ?>) Objects.requireNonNull(in.get(name), name);
    }

    private static List<?> list(Map<?, ?> in, String name) {
        return (List<?>) Objects.requireNonNull(in.get(name), name);
    }
}
