package io.carillon.verify.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.carillon.verify.check.Figures;
import io.carillon.verify.check.Findings;
import io.carillon.verify.check.Tolerances;
import io.carillon.verify.check.Violation;
import io.carillon.verify.evidence.Closing;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.Fault;
import io.carillon.verify.evidence.Note;
import io.carillon.verify.evidence.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** A report for programs: snake case, RFC 3339 instants, ISO 8601 durations. */
public final class JsonReport {
    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .build();

    private JsonReport() {}

    private record Page(
            boolean clean,
            List<String> lacking,
            Setting setting,
            Closing closing,
            Map<String, Long> counts,
            Figures figures,
            Tolerances tolerances,
            List<Fault> faults,
            List<Note> notes,
            List<Violation> violations) {}

    public static String of(Evidence evidence, Findings findings) {
        Map<String, Long> counts = new LinkedHashMap<>();
        findings.counts().forEach((verdict, count) -> counts.put(verdict.id(), count));
        return JSON.writeValueAsString(new Page(
                        findings.isClean(),
                        findings.lacking(),
                        evidence.setting(),
                        evidence.closing(),
                        counts,
                        findings.figures(),
                        findings.tolerances(),
                        evidence.faults(),
                        evidence.notes(),
                        findings.violations()))
                + "\n";
    }
}
