package io.carillon.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.carillon.worker.handler.PermanentFailureException;
import io.carillon.worker.handler.RunContext;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** What a method gets, and what becomes of what it gives. */
class HandlerMethodTest {

    record Order(String item, int count) {}

    @SuppressWarnings("unused") // called by name
    static final class Handlers {

        void nothing() {}

        String run(RunContext run) {
            return run.jobName();
        }

        Order order(Order order) {
            return order;
        }

        int sum(List<Integer> numbers, RunContext run) {
            return numbers.stream().mapToInt(Integer::intValue).sum();
        }

        boolean absent(@Nullable Order order) {
            return order == null;
        }

        int number(int number) {
            return number;
        }

        void fails() throws PermanentFailureException {
            throw new PermanentFailureException("no");
        }

        void two(Order one, Order other) {}
    }

    private final JsonMapper json = JsonMapper.builder().build();

    @ParameterizedTest
    @MethodSource
    void gives(String method, @Nullable String payload, @Nullable String result) throws Exception {
        assertThat(handler(method).handle(run(payload))).isEqualTo(result);
    }

    static Stream<Arguments> gives() {
        return Stream.of(
                arguments("nothing", null, null),
                arguments("run", null, "\"a job\""),
                arguments("order", "{\"item\": \"bell\", \"count\": 2}", "{\"item\":\"bell\",\"count\":2}"),
                arguments("order", null, null),
                arguments("sum", "[1, 2, 3]", "6"),
                arguments("absent", null, "true"),
                arguments("number", "7", "7"));
    }

    @ParameterizedTest
    @MethodSource
    void is_dead_at_once_where_trying_again_is_useless(String method, @Nullable String payload, String words) {
        assertThatThrownBy(() -> handler(method).handle(run(payload)))
                .isInstanceOf(PermanentFailureException.class)
                .hasMessageContaining(words);
    }

    static Stream<Arguments> is_dead_at_once_where_trying_again_is_useless() {
        return Stream.of(
                arguments("order", "[]", "the payload cannot be read as io.carillon.spring.HandlerMethodTest$Order"),
                arguments("number", null, "the job has no payload"),
                arguments("fails", null, "no"));
    }

    @Test
    void a_method_that_wants_more_is_refused() {
        assertThatThrownBy(() -> handler("two")).hasMessageContaining("takes more than a RunContext and a payload");
    }

    private HandlerMethod handler(String name) {
        Method method = Stream.of(Handlers.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return new HandlerMethod(Handlers::new, method, json);
    }

    private static RunContext run(@Nullable String payload) {
        return (RunContext) Proxy.newProxyInstance(
                HandlerMethodTest.class.getClassLoader(),
                new Class<?>[] {RunContext.class},
                (self, method, given) -> switch (method.getName()) {
                    case "payload" -> payload;
                    case "jobName" -> "a job";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
