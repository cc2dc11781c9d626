package io.carillon.domain.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Pictures in the documentation say what the code does. */
class RunLifePageTest {

    private static final Path DOCS = Path.of("../../docs");
    private static final String BEGIN = "<!-- run-life: begin -->";
    private static final String END = "<!-- run-life: end -->";

    @Test
    void the_page_is_what_the_table_draws() throws IOException {
        Path page = DOCS.resolve("run-life.md");
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(page, RunLifePage.page());
        }
        assertThat(page).hasContent(RunLifePage.page());
    }

    /** The architecture may show the picture too, between two marks. */
    @Test
    void a_picture_in_the_architecture_is_the_same() throws IOException {
        String architecture = Files.readString(DOCS.resolve("architecture.md"));
        int begin = architecture.indexOf(BEGIN);
        assertThat(begin < 0
                        || architecture
                                .substring(begin + BEGIN.length(), architecture.indexOf(END))
                                .strip()
                                .equals(RunLifePage.diagram()))
                .as("what stands between %s and %s", BEGIN, END)
                .isTrue();
    }
}
