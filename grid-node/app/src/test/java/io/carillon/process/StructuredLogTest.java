package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With one setting all that members and workers say is JSON, a line an event. */
@Tag("process")
@Timeout(value = 4, unit = MINUTES)
class StructuredLogTest {

    private static final String JSON = "--logging.structured.format.console=ecs";

    @Test
    void every_line_is_an_event(@TempDir Path dir) throws Exception {
        try (Installation carillon = new Installation(dir, 1, 0, List.of(JSON))) {
            JavaProcess member = carillon.member(0).process();
            member.start();
            assertThat(member.stop()).isZero();

            List<String> lines = member.said().lines().toList();
            assertThat(lines).hasSizeGreaterThan(3);
            JsonMapper json = JsonMapper.builder().build();
            for (String line : lines) {
                JsonNode event = json.readTree(line);
                assertThat(event.has("@timestamp")).as(line).isTrue();
                assertThat(event.get("message").asString()).as(line).isNotBlank();
            }
            assertThat(lines).anySatisfy(line -> assertThat(line).contains("Carillon is ready"));
        }
    }
}
