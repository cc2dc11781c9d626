package io.carillon.gateway.rest;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Describes the API. */
@RestController
final class OpenApiController {

    private static final String VERSION = "/v1";

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;

    /** @param mappings of all controllers, this one included; asked for when all of them are there */
    OpenApiController(
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    @GetMapping(
            path = {"/openapi.json", "/v1/openapi.json"},
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> openApi() {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(OpenApi.describe(calls(mappings.getObject())));
    }

    /** Methods and paths of our controllers, without the version. */
    static Set<String> calls(RequestMappingHandlerMapping mapping) {
        Set<String> calls = new TreeSet<>();
        mapping.getHandlerMethods().forEach((info, handler) -> {
            if (isOurs(handler)) {
                paths(info).stream()
                        .filter(path -> !path.startsWith(VERSION))
                        .forEach(path -> info.getMethodsCondition()
                                .getMethods()
                                .forEach(method -> calls.add(method + " " + path)));
            }
        });
        return calls;
    }

    /** What containers forward failures to is no call. */
    static boolean isOurs(HandlerMethod handler) {
        Class<?> controller = handler.getBeanType();
        return controller.getPackage().equals(OpenApiController.class.getPackage())
                && !controller.equals(ErrorPage.class);
    }

    static List<String> paths(RequestMappingInfo info) {
        return Objects.requireNonNull(info.getPathPatternsCondition()).getPatternValues().stream()
                .sorted()
                .toList();
    }
}
