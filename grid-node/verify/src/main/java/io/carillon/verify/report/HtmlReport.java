package io.carillon.verify.report;

import io.carillon.verify.check.Findings;
import io.carillon.verify.check.Verdict;
import io.carillon.verify.check.Violation;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.Fault;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A page that needs nothing but itself: no script, no other file, no network. */
public final class HtmlReport {
    private static final int SHOWN = 1_000;

    private static final String STYLE = """
        body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:78rem;padding:0 1rem;color:#1c2430;background:#fff}
        h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}
        .clean{color:#17693a}.broken{color:#a3171e}
        table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #dde2ea;vertical-align:top}
        td.n{text-align:right}tr.bad td{background:#fdecec}
        svg{width:100%;height:auto}svg text{font-size:11px;fill:#556070}
        .fault{fill:#f3b34c;fill-opacity:.3}.grid{stroke:#e3e7ee}.quiet{fill:#2563a8}.hit{fill:#c26a00}.bad{stroke:#c1121f}
        .key span{margin-right:1.5rem}.dot{display:inline-block;width:.7rem;height:.7rem;margin-right:.3rem}
        """;

    private HtmlReport() {}

    public static String of(Evidence evidence, Findings findings) {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Carillon verify: ");
        page.append(Html.escaped(TextReport.headline(findings)));
        page.append("</title>\n<style>\n").append(STYLE).append("</style></head><body>\n");
        page.append("<h1 class=\"")
                .append(findings.isClean() ? "clean" : "broken")
                .append("\">");
        page.append(Html.escaped(TextReport.headline(findings))).append("</h1>\n");
        page.append("<p>Seed ").append(evidence.setting().seed()).append(", from ");
        page.append(Words.time(evidence.setting().startedAt())).append(" to ");
        page.append(Words.time(evidence.closing().readAt())).append(".</p>\n<ul>\n");
        Words.figures(findings)
                .forEach(line -> page.append("<li>").append(Html.escaped(line)).append("</li>\n"));
        evidence.notes()
                .forEach(note ->
                        page.append("<li>").append(Html.escaped(note.text())).append("</li>\n"));
        page.append("</ul>\n<h2>Timeline</h2>\n")
                .append(Timeline.of(evidence, findings))
                .append('\n');
        key(page);
        verdicts(page, findings);
        violations(page, findings);
        faults(page, evidence, findings);
        options(page, evidence);
        return page.append("</body></html>\n").toString();
    }

    private static void key(StringBuilder page) {
        page.append("<p class=\"key\"><span><i class=\"dot\" style=\"background:#2563a8\"></i>lateness, no fault"
                + " near</span>");
        page.append("<span><i class=\"dot\" style=\"background:#c26a00\"></i>lateness, touched by a fault</span>");
        page.append(
                "<span><i class=\"dot\" style=\"background:#fae1b8\"></i>a fault, until all was whole again</span>");
        page.append("<span><i class=\"dot\" style=\"background:#c1121f\"></i>a violation</span></p>\n");
    }

    private static void verdicts(StringBuilder page, Findings findings) {
        page.append("<h2>Verdicts</h2>\n<table><tr><th>verdict</th><th>what it means</th><th>found</th></tr>\n");
        for (Map.Entry<Verdict, Long> entry : findings.counts().entrySet()) {
            page.append(entry.getValue() == 0 ? "<tr>" : "<tr class=\"bad\">");
            cell(page, entry.getKey().id());
            cell(page, entry.getKey().words());
            page.append("<td class=\"n\">").append(entry.getValue()).append("</td></tr>\n");
        }
        page.append("</table>\n");
    }

    private static void violations(StringBuilder page, Findings findings) {
        if (!findings.isViolated()) {
            return;
        }
        page.append("<h2>Violations</h2>\n<table><tr><th>verdict</th><th>at</th><th>job</th><th>what</th></tr>\n");
        findings.violations().stream().limit(SHOWN).forEach(violation -> {
            page.append("<tr>");
            cell(page, violation.verdict().id());
            cell(page, Words.time(violation.at()));
            cell(page, shown(violation));
            cell(page, violation.words());
            page.append("</tr>\n");
        });
        page.append("</table>\n");
        if (findings.violations().size() > SHOWN) {
            page.append("<p>").append(findings.violations().size() - SHOWN).append(" more are in report.json.</p>\n");
        }
    }

    private static String shown(Violation violation) {
        return violation.job() == null ? "" : violation.job().toString();
    }

    private static void faults(StringBuilder page, Evidence evidence, Findings findings) {
        Map<Long, String> recovered = new HashMap<>();
        findings.figures().recoveries().forEach(each -> recovered.put(each.fault(), Words.seconds(each.took())));
        page.append("<h2>Faults</h2>\n<table><tr><th></th><th>kind</th><th>whom</th><th>from</th><th>to</th>");
        page.append("<th>whole again</th><th>last late start after it</th></tr>\n");
        for (Fault fault : evidence.faults()) {
            page.append("<tr>");
            cell(page, Long.toString(fault.number()));
            cell(page, fault.kind());
            cell(page, fault.whom());
            cell(page, Words.time(fault.from()));
            cell(page, Words.time(fault.to()));
            cell(page, fault.healthyAt() == null ? "never" : Words.time(fault.healthyAt()));
            cell(page, recovered.get(fault.number()));
            page.append("</tr>\n");
        }
        page.append("</table>\n");
    }

    private static void options(StringBuilder page, Evidence evidence) {
        page.append("<h2>Options</h2>\n<table>\n");
        new java.util.TreeMap<>(evidence.setting().options()).forEach((name, value) -> {
            page.append("<tr>");
            cell(page, name);
            cell(page, value);
            page.append("</tr>\n");
        });
        page.append("</table>\n");
    }

    private static void cell(StringBuilder page, @Nullable String text) {
        page.append("<td>").append(text == null ? "" : Html.escaped(text)).append("</td>");
    }
}
