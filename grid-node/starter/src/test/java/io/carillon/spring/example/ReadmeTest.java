package io.carillon.spring.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the README shows is what is tested, and short. */
class ReadmeTest {

    private static final Path SOURCE = Path.of("src/test/java/io/carillon/spring/example/BootApplication.java");
    private static final int LINES_MAX = 30;

    @Test
    void shows_the_spring_boot_example_as_it_is() throws IOException {
        String source = Files.readString(SOURCE);
        String shown =
                source.substring(source.indexOf("@SpringBootApplication\n")).strip();
        assertThat(Files.readString(Path.of("../../README.md"))).contains("```java\n" + shown + "\n```");
        assertThat(shown.lines()).hasSizeLessThan(LINES_MAX);
    }
}
