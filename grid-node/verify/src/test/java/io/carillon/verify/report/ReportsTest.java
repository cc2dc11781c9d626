package io.carillon.verify.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.verify.check.Checker;
import io.carillon.verify.check.Findings;
import io.carillon.verify.check.Tolerances;
import io.carillon.verify.check.Verdict;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.stub.Plant;
import io.carillon.verify.stub.StubCallers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportsTest {
    @TempDir
    private Path folder;

    @Test
    void what_was_found_stands_in_every_form() throws IOException {
        Evidence evidence = StubCallers.observe(1, Plant.LOSES_A_RUN).evidence();
        Findings findings = Checker.check(evidence, Tolerances.DEFAULT);
        long missing = findings.counts().getOrDefault(Verdict.MISSING, 0L);

        Reports.write(folder, evidence, findings);

        assertThat(missing).isPositive();
        assertThat(Files.readString(folder.resolve("report.txt")))
                .startsWith(findings.violations().size() + " violations were found")
                .contains("no target was called for it");
        JsonNode json = new JsonMapper().readTree(Files.readString(folder.resolve("report.json")));
        assertThat(json.get("clean").booleanValue()).isFalse();
        assertThat(json.get("counts").get("missing").longValue()).isEqualTo(missing);
        assertThat(json.get("violations").size())
                .isEqualTo(findings.violations().size());
        assertThat(json.get("violations").get(0).get("verdict").stringValue()).isEqualTo("missing");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("<svg", "class=\"fault\"", "class=\"bad\"", "class=\"quiet\"")
                .doesNotContain("http://", "https://", "<script");
    }

    @Test
    void words_of_others_cannot_break_the_page() {
        assertThat(Html.escaped("<b>\"a\" & 'b'")).isEqualTo("&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;");
    }

    @Test
    void clean_run_says_so() {
        Evidence evidence = StubCallers.observe(2, Plant.NOTHING).evidence();
        Findings findings = Checker.check(evidence, Tolerances.DEFAULT);

        assertThat(TextReport.of(evidence, findings)).startsWith("nothing wrong was found\n");
        assertThat(HtmlReport.of(evidence, findings)).contains("<h1 class=\"clean\">");
    }
}
